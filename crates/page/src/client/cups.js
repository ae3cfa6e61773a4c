// One row of counters: its boxes as cups with slips, large enough for the last row of a class.
"use strict";
import { $, fail, isCups, language, machine, name, onShow, state } from "./base.js";
import { countOf, cupView } from "./board.js";
import { changed } from "./play.js";

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
  if (changed($("row"), cups, opened, language)) $("row").replaceChildren(...cups.map(one => cupView(one, { isNow: countOf(one.position) === opened.n, drawn: opened.move })));
}

onShow(() => {
  const here = isCups() && state.scene.learns;
  $("cups").hidden = !here;
  document.body.classList.toggle("with-cups", here);
  if (!here) return;
  draw();
  read();
});
