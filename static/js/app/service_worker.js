/**
 * Service worker: cache of hashed files and the offline page, and push notifications.
 *
 * Pages and data come from the network alone, so that nobody sees an old table. Forms, sockets, the admin and other
 * sites are not touched. `self.KEPT` comes from the script that loads this one (games/views/pwa.py).
 */
const { KEPT } = self;
const CACHE = `kept-${KEPT.release}`;
/** A collected file has the beginning of its own checksum in its name. */
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(cacheAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const answer = { page, file }[getKind(event.request)];
  if (answer) event.respondWith(answer(event));
});

self.addEventListener("push", (event) => {
  event.waitUntil(showNotification(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/**
 * Always, since browsers take the permission from sites that are silent. One of a game replaces the one before, and is
 * heard again.
 * @param {{title: string, text: string, url: string, tag: string, lang: string}} told
 */
function showNotification({ title, text, url, tag, lang }) {
  const more = { renotify: true, icon: KEPT.icon, data: { url } };
  return self.registration.showNotification(title, { body: text, tag, lang, ...more });
}

/** Focus the game's page, or open a new one. */
async function openPage(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((one) => new URL(one.url).pathname === url);
  return known ? known.focus() : self.clients.openWindow(url);
}

/** Cache all files or none. A failure is tried again with the next page. */
async function cacheAll() {
  const wanted = [new Request(KEPT.offline, { cache: "reload" }), ...KEPT.files];
  const answers = await Promise.all(wanted.map(fetchOwn));
  const cache = await caches.open(CACHE);
  await Promise.all(wanted.map((one, index) => cache.put(one, answers[index])));
}

/** Fetch without redirects: they may lead to a person's own page, which is never cached. */
async function fetchOwn(wanted) {
  const answer = await fetch(wanted);
  if (!answer.ok || answer.redirected) throw new TypeError(`Not kept: ${answer.url}`);
  return answer;
}

/** Delete the caches of other releases. */
async function deleteOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** @param {Request} request @returns {"page"|"file"|null} null: not touched */
function getKind(request) {
  const url = new URL(request.url);
  const ours = request.method === "GET" && url.origin === self.location.origin;
  if (!ours || url.pathname.startsWith(KEPT.admin)) return null;
  if (request.mode === "navigate") return "page";
  return url.pathname.startsWith(KEPT.static) && HASHED.test(url.pathname) ? "file" : null;
}

/** Fetch a page from the network, or else the offline page. */
async function page({ request }) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(KEPT.offline);
    if (kept) return kept;
    throw error;
  }
}

/** Answer with the cached file, which is the same to the last byte. */
async function file(event) {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(cacheFile(event.request, answer.clone()));
  return answer;
}

async function cacheFile(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
}
