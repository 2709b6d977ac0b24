// The page that is kept for when there is no network: one of its languages is shown, and the real page when it can be.
{
  const PAUSE = 4_000;
  const sections = [...document.querySelectorAll("[data-said]")];
  const chosen = /(?:^|; )django_language=([\w-]+)/.exec(document.cookie)?.[1];
  const wanted = [chosen, ...navigator.languages].filter(Boolean).map((tag) => tag.toLowerCase());

  /** The section in a language, or in a wider one: Dutch for Dutch of Belgium; zh is Chinese in any writing. */
  const spoken = (tag) => sections.find((one) => one.lang === tag)
    ?? sections.find((one) => one.lang.split("-")[0] === tag.split("-")[0]);

  const shown = wanted.map(spoken).find(Boolean) ?? sections[0];
  document.documentElement.lang = shown.lang;
  document.title = `${shown.querySelector("h1, h2").textContent} · ${document.title}`;
  shown.parentElement.prepend(shown);
  for (const one of sections) one.hidden = one !== shown;
  const heading = shown.querySelector("h2");
  if (heading) heading.outerHTML = `<h1>${heading.innerHTML}</h1>`;

  /** A device may be on a network that leads nowhere, or the site be away, so it is the site that is asked. */
  const tryAgain = async () => {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) location.reload();
  };

  addEventListener("online", tryAgain);
  setInterval(tryAgain, PAUSE);
}
