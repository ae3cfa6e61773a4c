// One row of counters: its boxes as cups with slips, large enough for the last row of a class.
"use strict";
import { $, el, fail, isCups, language, machine, moveText, name, onShow, state, t } from "./base.js";
import { changed } from "./play.js";

// The number of counters left, with which a position begins.
const countOf = position => Number(position.split(" ")[0]);

// The cup that is or was opened at the moment shown, and the move of the slip drawn from it.
function openedNow() {
  const round = state.round || state.scene.round;
  const turn = state.at === null ? null : round.turns[state.at];
  // The cups are those of the machine, not of a machine that teaches it.
  const { teacher } = state.scene;
  const isOwn = one => one && one.box && one.side !== teacher;
  if (turn) return isOwn(turn) ? { n: countOf(turn.box.position), move: turn.move } : {};
  const last = round.turns.at(-1);
  const box = isOwn(round) ? round.box : round.ended && round.ended.box;
  if (box) return { n: countOf(box.position) };
  return isOwn(last) && !round.ended ? { n: countOf(last.box.position), move: last.move } : {};
}

function slips({ moves, beads }, drawn) {
  const move = moves[0];
  const one = kind => el("span", { class: "slip" + kind }, moveText(move));
  if (!beads) return [one(" gone")];
  const here = one(drawn ? " drawn" : "");
  return beads > 1 ? [here, el("span", { class: "times" }, "×" + beads)] : [here];
}

function cup({ position, met, total, colours }, opened) {
  const n = countOf(position), isOver = met && !total, isNow = opened.n === n;
  const kind = "cup" + (isOver ? " over" : "") + (isNow ? " now" : "");
  const of = here => colours.filter(({ beads }) => Boolean(beads) === here).map(({ moves }) => moveText(moves[0])).join(", ");
  const said = [t("cup", { n }), isOver ? t("cupOver") : of(true), of(false) && !isOver ? t("cupGone", { slips: of(false) }) : "", isNow ? t("cupNow") : ""];
  return el("li", { class: kind },
    el("span", { class: "sr" }, said.filter(Boolean).join("; ")),
    el("div", { class: "slips", "aria-hidden": "true" }, colours.map(colour => el("div", {}, slips(colour, isNow && colour.moves[0] === opened.move)))),
    el("div", { class: "body", "aria-hidden": "true" }, el("b", {}, String(n))),
    isOver ? el("div", { class: "tell", "aria-hidden": "true" }, t("none")) : null);
}

// The contents of all cups, read again whenever the machine has learnt.
let cups = [], readFor = null;
async function read() {
  const { seat, version, games, round } = state.scene;
  const about = [name, seat, version, games, round.number, Boolean(round.ended)].join(" ");
  if (about === readFor || state.training) return;
  readFor = about;
  try {
    const { stages } = await machine("stages");
    if (about !== readFor) return;
    cups = stages.flatMap(({ open }) => open).sort((a, b) => countOf(a.position) - countOf(b.position));
    draw();
  } catch (error) { readFor = null; if (error.kind !== "training") fail(error); }
}

function draw() {
  const opened = openedNow();
  if (changed($("row"), cups, opened, language)) $("row").replaceChildren(...cups.map(one => cup(one, opened)));
}

onShow(() => {
  const here = isCups() && state.scene.learns;
  $("cups").hidden = !here;
  document.body.classList.toggle("with-cups", here);
  if (!here) return;
  draw();
  read();
});
