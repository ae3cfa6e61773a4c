// All boxes of a machine that has few: cups with slips, large enough for the last row of a class, or boxes with beads. The
// one that is open lights up.
"use strict";
import { $, el, fail, isCups, language, machine, name, onShow, state } from "./base.js";
import { countOf, cupView } from "./board.js";
import { goToBox, openBox } from "./boxes.js";
import { changed } from "./play.js";

// The position of the box that is or was opened at the moment shown, and the move drawn from it.
function openedNow() {
  const round = state.round || state.scene.round;
  const turn = state.at === null ? null : round.turns[state.at];
  // Only the boxes of the machine that learns are here, none of a machine that teaches it.
  const { teacher } = state.scene;
  const isOwn = one => one && one.box && one.side !== teacher;
  if (turn) return isOwn(turn) ? { at: turn.box.position, move: turn.move } : {};
  const last = round.turns.at(-1);
  const box = isOwn(round) ? round.box : round.ended && round.ended.box;
  if (box) return { at: box.position };
  return isOwn(last) && !round.ended ? { at: last.box.position, move: last.move } : {};
}

// The most boxes that are shown beside the board.
const FEW = 24;

// The contents of all boxes, read again whenever the machine has learnt.
let all = [], readFor = null;
async function read() {
  const { seat, version, games, round } = state.scene;
  const about = [name, seat, version, games, round.number, Boolean(round.ended)].join(" ");
  if (about === readFor || state.training) return;
  readFor = about;
  try {
    const { stages } = await machine("stages");
    if (about !== readFor) return;
    all = stages.flatMap(({ open }) => open);
    if (isCups()) all.sort((a, b) => countOf(a.position) - countOf(b.position));
    draw();
  } catch (error) { readFor = null; if (error.kind !== "training") fail(error); }
}

function cup(box, { at, move }) {
  const isNow = Boolean(at) && countOf(box.position) === countOf(at);
  return cupView(box, { isNow, drawn: move });
}
function shelved(box, { at }) {
  const look = () => { $("tab-boxes").click(); goToBox(box.position); };
  return el("li", { class: box.position === at ? "now" : "" }, openBox(box, look));
}

function draw() {
  const opened = openedNow();
  if (!changed($("row"), all, opened, language)) return;
  $("row").classList.toggle("few", !isCups());
  $("row").replaceChildren(...all.map(box => (isCups() ? cup : shelved)(box, opened)));
}

onShow(() => {
  const { scene } = state, isFew = scene && scene.boxes_in_all !== null && scene.boxes_in_all <= FEW;
  const here = scene && scene.learns && (isCups() || isFew);
  $("cups").hidden = !here;
  document.body.classList.toggle("with-cups", Boolean(here) && isCups());
  if (!here) return;
  draw();
  read();
});
