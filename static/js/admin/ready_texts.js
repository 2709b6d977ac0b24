/** Prepared reasons: a chosen one fills in the field that its list names. */
for (const list of document.querySelectorAll("[data-ready-texts]")) {
  const field = document.getElementById(list.dataset.readyTexts);
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || !field) return;
    event.preventDefault();
    field.value = link.textContent;
    list.closest("details").open = false;
    field.focus();
  });
}
