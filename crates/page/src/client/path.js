// A lesson as a path of steps: what to do, what to look at, a question. It can be left at any time.
"use strict";
import { $, between, el, memory, name, onShow, show, state, t } from "./base.js";
import { guessInLesson } from "./guess.js";
import { changed } from "./play.js";

// The number of steps of each lesson, the tabs at which some of them take place, and the trainings that belong to them: the
// opponent and the number of games.
const PATHS = {
  cups: { steps: 7, tabs: { 5: "training", 7: "boxes" }, trainings: { 5: ["perfect", "100"] } },
  hexapawn: { steps: 6, tabs: { 5: "training", 6: "boxes" }, trainings: { 5: ["random", "100"] } },
  "tic-tac-toe": { steps: 5, tabs: { 4: "training", 5: "training" }, trainings: { 4: ["random", "1000"] } },
};
// The lesson of the machine at the board, if one is in progress, and its step.
function pathOf() {
  const kept = memory.read("path");
  return kept && kept.name === name && PATHS[kept.lesson] && !state.shelf.kiosk ? kept : null;
}
const keepPath = path => memory.set("path", path ? JSON.stringify(path) : "");

export function beginPath(lesson) {
  keepPath({ name, lesson, step: 1 });
  guessInLesson(true);
  show();
}
function goToStep(step) {
  const path = { ...pathOf(), step }, { tabs, trainings } = PATHS[path.lesson];
  keepPath(path);
  $("tab-" + (tabs[step] || "game")).click();
  if (trainings[step]) [$("opponent").value, $("games").value] = trainings[step];
  show();
  $("path-title").focus();
}
function leavePath() {
  keepPath(null);
  show();
  $("more").focus();
}
$("path-back").onclick = () => goToStep(pathOf().step - 1);
$("path-next").onclick = () => {
  const { lesson, step } = pathOf();
  if (step < PATHS[lesson].steps) goToStep(step + 1); else leavePath();
};
$("path-leave").onclick = leavePath;

onShow(() => {
  const path = state.scene && pathOf();
  $("path").hidden = !path;
  document.body.classList.toggle("on-path", Boolean(path));
  guessInLesson(Boolean(path));
  if (!path || !changed($("path"), path)) return;
  const { lesson, step } = path, { steps } = PATHS[lesson];
  $("path-title").textContent = t("path.step", { n: step, all: steps });
  const [act, look, asked] = ["do", "look", "ask"].map(part => t(`path.${lesson}.${step}.${part}`));
  $("path-text").replaceChildren(el("strong", {}, act), between(), look, between(), el("em", {}, asked));
  $("path-back").disabled = step === 1;
  $("path-next").textContent = t(step < steps ? "path.next" : "path.end");
});
