"use strict";
// Shows of the turns those that fit the form. Without it the page is read as it is.
(() => {
  const form = document.getElementById("filters");
  const shown = document.getElementById("shown");
  const turns = [...document.querySelectorAll("tbody.turn")];
  const texts = new Map();

  const textOf = (turn) => {
    if (!texts.has(turn)) texts.set(turn, turn.textContent.toLowerCase());
    return texts.get(turn);
  };
  const fits = (turn, wanted) =>
    (!wanted.player || turn.dataset.player === wanted.player) &&
    (!wanted.mode || turn.dataset.mode === wanted.mode) &&
    (!wanted.verdicts || turn.dataset.verdicts.split(" ").includes(wanted.verdicts)) &&
    (!wanted.judged || turn.dataset.judged.split(" ").includes(wanted.judged)) &&
    wanted.text.toLowerCase().split(/\s+/).every((word) => textOf(turn).includes(word));

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    let count = 0;
    for (const turn of turns) {
      turn.hidden = !fits(turn, wanted);
      count += !turn.hidden;
    }
    shown.textContent = `${count} of ${turns.length} turns`;
  };

  let due = 0;
  form.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(apply, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-search]");
    if (!link) return;
    form.reset();
    form.elements.text.value = link.dataset.search;
    apply();
  });
  form.hidden = false;
  apply();
})();
