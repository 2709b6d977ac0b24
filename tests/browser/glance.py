"""What depends on the words of a page, as scripts that look at it."""

from __future__ import annotations

from tests.gallery import words

NAMELESS = """() => {
  const text = (one) => one?.textContent.trim() || one?.querySelector("[aria-label]")?.ariaLabel;
  const told = (one) => one.getAttribute("aria-labelledby")?.split(" ").map((id) => text(document.getElementById(id)));
  const name = (one) => one.ariaLabel || told(one)?.every(Boolean) || one.alt || one.title || text(one)
    || [...(one.labels ?? [])].some(text) || (one.type === "submit" && one.value);
  const all = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=img], dialog[open], h1, h2";
  const seen = [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const nameless = [...seen, ...document.querySelectorAll("img:not([alt=''])")].filter((one) => !name(one));
  return [...nameless.map((one) => one.outerHTML.slice(0, 120)), ...(document.title.trim() ? [] : ["title"])];
}"""
"""What has no name in a language, where axe found one in English."""
HEADER = """() => [...document.querySelectorAll(".site-header :is(a, button, summary)")]
  .filter((one) => one.checkVisibility() && !one.closest(".menu-sheet"))
  .flatMap((one) => { const { left, right } = one.getBoundingClientRect(); return [left, right]; })"""
RULES = """() => {
  const link = document.querySelector(".site-header a[href='/rules/']");
  const seen = link?.checkVisibility({ visibilityProperty: true }) && link.getBoundingClientRect().width > 0;
  return !document.querySelector(".site-header") || seen === true;
}"""
LOOK = f"""() => ({{
  lang: document.documentElement.lang.toLowerCase(), fits: document.documentElement.scrollWidth <= innerWidth,
  header: ({HEADER})(), rules: ({RULES})(), said: ({words.SAID})(), nameless: ({NAMELESS})(),
}})"""
"""All that is looked at, at once: to ask a page costs more than to answer."""
