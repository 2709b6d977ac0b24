// Offline page: show one of its languages, and reload as soon as the site answers.
{
  const PAUSE = 4_000;
  const sections = [...document.querySelectorAll("[data-said]")];
  const chosen = /(?:^|; )django_language=([\w-]+)/.exec(document.cookie)?.[1];
  const wanted = [chosen, ...navigator.languages].filter(Boolean).map((tag) => tag.toLowerCase());

  /** Find the section of a language, or of a wider one: Dutch for Dutch of Belgium. */
  const spoken = (tag) => sections.find((one) => one.lang === tag)
    ?? sections.find((one) => one.lang.split("-")[0] === tag.split("-")[0]);

  const shown = wanted.map(spoken).find(Boolean) ?? sections[0];
  document.documentElement.lang = shown.lang;
  document.title = `${shown.querySelector("h1, h2").textContent} · ${document.title}`;
  shown.parentElement.prepend(shown);
  for (const one of sections) one.hidden = one !== shown;
  const heading = shown.querySelector("h2");
  if (heading) heading.outerHTML = `<h1>${heading.innerHTML}</h1>`;

  /** Reload if the site answers. The network alone says nothing about the site. */
  const tryAgain = async () => {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) location.reload();
  };

  addEventListener("online", tryAgain);
  setInterval(tryAgain, PAUSE);
}
