// Games that are watched, with or without learning: move by move, game by game, or at full speed.
"use strict";
import { $, alter, does, onShow, show, state, t } from "./base.js";
import { options } from "./lists.js";
import { isOver } from "./play.js";
import { settings, sit } from "./settings.js";

// Milliseconds from one step to the next; a step is a move or a game. At full speed the machine trains.
const PACES = { move: 800, game: 1000, games: 100, full: 0 };
const AT_FULL_SPEED = 10_000_000;

let left = 0; // of a hundred games, those that are still to come

const doAt = verb => does(() => alter("act/" + verb));

// Two players who learn nothing stop after a game; a machine that learns continues.
async function goOn() {
  const pace = $("pace").value;
  if (pace !== "move") return doAt("game");
  if (isOver()) await doAt("new");
  return doAt("step");
}
async function watch() {
  const token = state.watching = {};
  show();
  while (state.watching === token) {
    const begun = performance.now();
    await goOn();
    const ended = isOver() && !state.scene.taught && $("pace").value === "move";
    if (state.scene.person || ended || $("failure").textContent) break;
    if (left && isOver() && !--left) {
      stop();
      return sit(settings());
    }
    await new Promise(done => setTimeout(done, Math.max(0, PACES[$("pace").value] - (performance.now() - begun))));
  }
  if (state.watching === token) stop();
}
function stop() {
  state.watching = null;
  show();
}
function run() {
  const { scene, training } = state;
  if (training) return does(() => alter("stop"));
  if (state.watching) return stop();
  if ($("pace").value !== "full" || !scene.taught) return watch();
  const opponent = scene.is_pair ? undefined : scene.names[scene.teacher === "first" ? 0 : 1];
  return does(() => alter("train", { opponent, games: AT_FULL_SPEED }));
}

$("run").onclick = run;
$("step").onclick = () => isOver() && state.scene.taught ? doAt("new").then(() => doAt("step")) : doAt("step");
$("whole").onclick = () => doAt("game");
$("self").onclick = () => {
  left = 0;
  sit(settings());
};
// The machine plays a hundred games against its opponent, and then waits for the person again.
$("hundred").onclick = async () => {
  const opponent = state.scene.opponents.includes($("opponent").value) ? $("opponent").value : "random";
  if ($("pace").value === "full") return does(() => alter("train", { opponent, games: 100 }));
  await sit({ ...settings(), teacher: opponent });
  if (state.scene.person) return;
  left = 100;
  watch();
};

onShow(() => {
  const { scene, training } = state;
  if (!scene) return;
  const watched = !scene.person, { taught } = scene;
  if (!watched) left = 0;
  const can = scene.learns && Boolean(scene.rule) && !scene.hand && !scene.is_pair && !state.shelf.kiosk;
  options($("pace"), Object.keys(PACES).filter(pace => can || taught || pace !== "full"), pace => t("pace." + pace));
  // Ten games a second unless something else was chosen.
  if (!$("pace").dataset.set) { $("pace").value = "games"; $("pace").dataset.set = "1"; }
  $("mini").classList.toggle("wide", !watched);
  $("hundred").hidden = watched || !can;
  $("hundred").disabled = Boolean(training);
  $("paces").hidden = !watched && !can;
  document.body.classList.toggle("watched", watched);
  $("self").hidden = !taught;
  $("self").disabled = Boolean(training);
  for (const id of ["step", "whole", "run"]) {
    $(id).hidden = !watched;
    $(id).disabled = id !== "run" && Boolean(training) || !taught && isOver() && $("pace").value === "move" && id !== "whole";
  }
  $("run").textContent = t(state.watching || training ? "watchStop" : "watchOn");
});
