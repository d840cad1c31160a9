"use strict";

// A kind that is switched off in the legend is hidden, boxes and blocks.
document.querySelector("nav").addEventListener("change", ({ target }) => {
  for (const e of document.querySelectorAll(`main .${target.value}[data-key]`)) e.hidden = !target.checked;
});

// The pointer on a box marks its block, and the other way round.
for (const [event, on] of [["mouseover", true], ["mouseout", false]]) {
  document.querySelector("main").addEventListener(event, ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    for (const id of ["x", "b"]) document.getElementById(id + key)?.classList.toggle("on", on);
  });
}
