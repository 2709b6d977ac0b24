/**
 * The service worker. Pages and whatever else is asked for come from the network and from nowhere else, so that nobody
 * ever sees an old table; kept are files whose names change with their bytes, and the page for when there is no
 * network. Forms, sockets, the desk and other sites are not touched.
 *
 * What the site sends by the browser's push service is shown, and leads to its game.
 *
 * `self.KEPT` comes from the script that loads this one (games/pages/app.py).
 */
const { KEPT } = self;
const NAME = `kept-${KEPT.release}`;
/** A collected file has the beginning of its own checksum in its name. */
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const answer = { page, file }[kindOf(event.request)];
  if (answer) event.respondWith(answer(event));
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

/**
 * Always, since browsers take the permission from sites that are silent. One of a game replaces the one before, and is
 * heard again.
 * @param {{title: string, text: string, url: string, tag: string, lang: string}} told
 */
function show({ title, text, url, tag, lang }) {
  const more = { renotify: true, icon: KEPT.icon, data: { url } };
  return self.registration.showNotification(title, { body: text, tag, lang, ...more });
}

/** The game's own page, where it is open somewhere, or else a new one. */
async function lead(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((one) => new URL(one.url).pathname === url);
  return known ? known.focus() : self.clients.openWindow(url);
}

/** All or nothing; what fails is tried again when a page is opened next. */
async function keepAll() {
  const wanted = [new Request(KEPT.offline, { cache: "reload" }), ...KEPT.files];
  const answers = await Promise.all(wanted.map(itself));
  const cache = await caches.open(NAME);
  await Promise.all(wanted.map((one, index) => cache.put(one, answers[index])));
}

/** Where a redirect leads may be somebody's own page, which is never kept. */
async function itself(wanted) {
  const answer = await fetch(wanted);
  if (!answer.ok || answer.redirected) throw new TypeError(`Not kept: ${answer.url}`);
  return answer;
}

/** What another release kept. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
}

/** @param {Request} request @returns {"page"|"file"|null} null: not touched */
function kindOf(request) {
  const url = new URL(request.url);
  const ours = request.method === "GET" && url.origin === self.location.origin;
  if (!ours || url.pathname.startsWith(KEPT.admin)) return null;
  if (request.mode === "navigate") return "page";
  return url.pathname.startsWith(KEPT.static) && HASHED.test(url.pathname) ? "file" : null;
}

/** From the network; where there is none, the page that says so. */
async function page({ request }) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(KEPT.offline);
    if (kept) return kept;
    throw error;
  }
}

/** The kept one is the same to the last byte. */
async function file(event) {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

async function keep(request, answer) {
  const cache = await caches.open(NAME);
  await cache.put(request, answer);
}
