// Boards: the one to play on, and small ones with the beads of a box.
"use strict";
import { beadOf, beadSpan, el, factsOf, isCups, moveText, note, number, shortNumber, state, svg, t, tv, valued, worth } from "./base.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

// The name of a cell: the letter of its column and the number of its row; for piles the letter of the row and
// the number in it.
const cellName = (board, i) => {
  const column = i % board.columns, row = Math.floor(i / board.columns);
  return board.rows.length ? board.rows[row] + (column + 1) : LETTERS[column] + (row + 1);
};

const SHAPES = {
  X: () => [svg("path", { d: "M6 6 L26 26 M26 6 L6 26", class: "stroke" })],
  O: () => [svg("circle", { cx: 16, cy: 16, r: 10.5, class: "ring" })],
};
const DISCS = {
  X: () => [svg("circle", { cx: 16, cy: 16, r: 12.5, class: "full" })],
  O: () => [svg("circle", { cx: 16, cy: 16, r: 11.5, class: "bare" }), svg("circle", { cx: 16, cy: 16, r: 5, class: "bare" })],
};
const PAWN = "M16 4 a5.5 5.5 0 0 1 3.6 9.6 L23 25 h2.5 v3.5 h-19 V25 H9 L12.4 13.6 A5.5 5.5 0 0 1 16 4 Z";
const PAWNS = {
  X: () => [svg("path", { d: PAWN, class: "full" })],
  O: () => [svg("path", { d: PAWN, class: "bare" })],
};

// A position as text, without the side to move, which is shown elsewhere.
export const positionText = text => text.replace(/ (first|second)$/, "");
// The same for people, who see or hear where each mark stands.
export const positionSaid = text => !text.includes("/") ? positionText(text)
  : text.split(" ")[0].split("/").flatMap((row, y) => Array.from(row, (mark, x) => mark === "." ? [] : `${mark} ${LETTERS[x]}${y + 1}`)).flat().join(", ") || t("none");

// Discs and pawns are white or black, as on paper.
function stone(mark, game) {
  const pieces = { disc: DISCS, pawn: PAWNS }[factsOf(game).pieces];
  const white = pieces && state.scene && state.scene.white;
  const kind = white ? (mark === white ? "O" : "X") : mark;
  const shape = (pieces || SHAPES)[kind];
  return shape ? svg("svg", { viewBox: "0 0 32 32", class: "stone mark-" + kind, "aria-hidden": "true" }, ...shape())
    : el("span", { class: "stone" }, mark);
}

// The moves that a click in a cell can mean: made there, dropped in this column, or starting or ending there.
function movesAt(board, i, from, falls) {
  const legal = board.moves;
  if (falls) return legal.filter(({ cells }) => cells.length === 1 && cells[0] % board.columns === i % board.columns && i <= cells[0]);
  const single = legal.filter(({ cells }) => cells.length === 1 && cells[0] === i);
  if (single.length) return single;
  return legal.filter(({ cells }) => cells.length === 2 && (from === null ? cells[0] === i : cells[0] === from && cells[1] === i));
}

// What a move leads to: a letter and a number of moves on the board, the same in words for screen readers.
const worthSaid = ({ result, distance }) => t(`leads.${result}`, { n: distance });
const worthMark = worth => el("span", { class: `worth ${worth.result}`, title: worthSaid(worth) }, t(`worth.${worth.result}`, { n: worth.distance }));

// A board to play on or to look at. `choose` is called with the clicked move; without it the board cannot be
// clicked. `last` are the cells of the last move, `going` those of counters that go, `row` those of the row that decided the
// game, `best` the moves of a hint, `worths` what moves lead to.
// Piles keep the size of their cells as they shrink: `widest` is the number of columns at the start.
export function playBoard(board, { game, choose = null, last = [], going = [], row = [], best = [], worths = [], label = "", coordinates = true, widest = board.columns }) {
  if (!board.cells.length) {
    return board.columns ? el("p", {}, t("noCounters")) : el("p", { class: "position" }, positionText(board.text));
  }
  const named = board.rows.length > 0;
  const moves = (i, from) => movesAt(board, i, from, factsOf(game).falls);
  const made = el("div", {
    class: "board" + (coordinates ? " named" : ""), role: "group", "aria-label": label,
    style: { "--columns": board.columns, "--width": Math.min(1, board.columns / widest) },
  });
  let from = null;
  const cells = board.cells.map((mark, i) => {
    if (mark === null) return el("div", { class: "cell absent" });
    const classes = ["cell", last.includes(i) && "last", going.includes(i) && "going", row.includes(i) && "won"].filter(Boolean).join(" ");
    const name = cellName(board, i);
    const takes = named && board.moves.find(({ cells }) => cells.length === 1 && cells[0] === i);
    const said = named ? (takes ? moveText(takes.move) : t("counter", { cell: name }))
      : mark ? t("cellWith", { cell: name, mark }) : t("cellFree", { cell: name });
    // The counters of one row can be counted by eye; for several rows their number is shown.
    const counter = () => el("span", { class: "counter", "aria-hidden": "true" }, board.rows.length > 1 ? String(i % board.columns + 1) : "");
    const inside = named ? counter() : mark ? stone(mark, game) : null;
    const known = worths.find(({ move }) => board.moves.some(other => other.move === move && other.cells.length === 1 && other.cells[0] === i));
    const heard = known ? `${said}, ${worthSaid(known)}` : said;
    if (choose) return el("button", { type: "button", class: classes, "aria-label": heard, "data-cell": i, onclick: () => clicked(i) }, inside, known ? worthMark(known) : null);
    return el("div", { class: classes, role: inside && "img", "aria-label": inside && said, "data-cell": i }, inside);
  });
  const mark = () => cells.forEach((cell, i) => {
    if (cell.tagName !== "BUTTON") return;
    const can = moves(i, from).length > 0;
    cell.classList.toggle("can", can);
    cell.classList.toggle("from", i === from);
    cell.classList.toggle("to", can && from !== null && i !== from);
    cell.classList.toggle("best", moves(i, null).some(({ move }) => best.includes(move)));
    cell.setAttribute("aria-disabled", !can && from !== i);
  });
  function clicked(i) {
    const [meant] = moves(i, from);
    if (i === from) from = null;
    else if (meant && meant.cells.length === 2 && from === null) from = i;
    else if (meant) return choose(meant.move);
    else if (from !== null && moves(i, null).length) from = i;
    mark();
  }
  mark();
  if (choose) {
    // The board is one stop of the Tab key; arrow keys go from cell to cell.
    const buttons = cells.filter(cell => cell.tagName === "BUTTON");
    const stop = cell => buttons.forEach(other => { other.tabIndex = other === cell ? 0 : -1; });
    stop(buttons.find(cell => cell.classList.contains("can")) || buttons[0]);
    made.addEventListener("focusin", event => stop(event.target));
    made.addEventListener("keydown", event => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -board.columns, ArrowDown: board.columns }[event.key];
      let place = cells.indexOf(document.activeElement);
      if (!step || place < 0) return;
      event.preventDefault();
      const row = Math.floor(place / board.columns);
      for (place += step; place >= 0 && place < cells.length; place += step) {
        if (Math.abs(step) === 1 && Math.floor(place / board.columns) !== row) return;
        if (cells[place].tagName === "BUTTON") { cells[place].focus(); return; }
      }
    });
  }
  if (coordinates && !named) {
    const letter = i => el("span", { class: "edge", "aria-hidden": "true" }, LETTERS[i]);
    made.append(el("span"), ...Array.from({ length: board.columns }, (_, i) => letter(i)));
  }
  cells.forEach((cell, i) => {
    if (coordinates && i % board.columns === 0) {
      const row = i / board.columns;
      made.append(el("span", { class: "edge", "aria-hidden": "true" }, !named ? String(row + 1) : board.rows.length > 1 ? board.rows[row] : ""));
    }
    made.append(cell);
  });
  return made;
}

// Buttons for moves that are not on the board, go from one cell to another, or take counters.
export function otherMoves(board, choose, best = [], worths = []) {
  const others = board.moves.filter(({ cells }) => board.rows.length || cells.length !== 1);
  const known = move => worths.filter(worth => worth.move === move).map(worthMark);
  const button = ({ move }) => el("button", { type: "button", class: best.includes(move) ? "best" : "", onclick: () => choose(move) }, moveText(move), ...known(move));
  return others.map(button);
}

export function smallBoard(board, game) {
  const made = playBoard(board, { game, coordinates: false });
  made.classList.add("small");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", positionSaid(board.text));
  return made;
}

// Cups, which are the boxes of one row of counters.

// The number of counters left, with which a position begins.
export const countOf = position => Number(position.split(" ")[0]);
export const slip = (move, kind = "") => el("span", { class: "slip" + kind }, moveText(move));

function slips({ moves, beads }, isDrawn) {
  if (!beads) return [slip(moves[0], " gone")];
  const here = slip(moves[0], isDrawn ? " drawn" : "");
  return beads > 1 ? [here, el("span", { class: "times" }, "×" + beads)] : [here];
}

// A cup with its slips; one that is empty is turned over, and the slip drawn is marked.
export function cupView({ position, met, total, colours }, { tag = "li", isNow = false, drawn = null } = {}) {
  const n = countOf(position), isOver = met && !total;
  const kind = "cup" + (isOver ? " over" : "") + (isNow ? " now" : "");
  const of = here => colours.filter(({ beads }) => Boolean(beads) === here).map(({ moves }) => moveText(moves[0])).join(", ");
  const said = [t("cup", { n }), isOver ? t("cupOver") : of(true), of(false) && !isOver ? t("cupGone", { slips: of(false) }) : "", isNow ? t("cupNow") : ""];
  return el(tag, { class: kind },
    el("span", { class: "sr" }, said.filter(Boolean).join("; ")),
    el("div", { class: "slips", "aria-hidden": "true" }, colours.map(colour => el("div", {}, slips(colour, isNow && colour.moves[0] === drawn)))),
    el("div", { class: "body", "aria-hidden": "true" }, el("b", {}, String(n))),
    isOver ? el("div", { class: "tell", "aria-hidden": "true" }, t("none")) : null);
}

// The slips for one move before and after a game: the slips that came and the slips that went.
export const slipHeap = (move, before, after) => el("span", { class: "heap", "aria-hidden": "true" },
  Array.from({ length: Math.min(12, Math.max(before, after)) }, (_, i) => slip(move, i < Math.min(before, after) ? "" : after > before ? " added" : " gone")));

// The beads of a box in short: as a board, or as a heap for each move of a game whose moves have no cells.
export function beadsOf(matchbox, game) {
  const { board, colours } = matchbox;
  if (isCups()) return cupView(matchbox, { tag: "div" });
  const isLong = board.rows.length > 0 && board.columns > 5;
  if (board.moves.some(({ cells }) => cells.length) && !crowded(matchbox) && !isLong) return el("div", { class: "tray" }, beadBoard(matchbox, game));
  return el("div", { class: "tray heaps" }, playBoard(board, { game, coordinates: false }),
    ...colours.map(({ beads, value }, i) => value !== undefined ? el("span", {}, beadSpan(beadOf(matchbox, i)), " ", el("span", { class: valueKind(beads) }, worth(value, 2)))
      : beads ? heap(beadOf(matchbox, i), beads, beads) : null));
}

// Whether values are too long for the cells, where only the greatest are marked then.
const crowded = matchbox => valued(matchbox) && matchbox.board.columns > 4;
const valueKind = best => "value" + (best ? " best" : "");

export const spoken = ({ colours }) => colours.map(({ moves, beads, value }) => value === undefined
  ? t("beadsFor", { move: moves.map(moveText).join(" "), n: beads }) : `${moves.map(moveText).join(" ")} ${worth(value)}`).join(", ");

// Shows the moves of a box on its board: what `inCell` puts in a cell, else an arrow with this many beads; mirror
// images are ghosts.
// The arrow of the move drawn is marked.
export function placeMoves(made, matchbox, inCell, beads, drawn = null) {
  const { board } = matchbox, arrows = [];
  matchbox.colours.forEach((colour, i) => {
    const look = beadOf(matchbox, i);
    for (const [n, move] of colour.moves.entries()) {
      const spot = board.moves.find(other => other.move === move);
      if (!spot || !spot.cells.length) continue;
      const cell = made.querySelector(`[data-cell="${spot.cells[0]}"]`);
      if (spot.cells.length === 2) arrows.push([spot.cells, look, beads(colour), move === drawn, n]);
      else if (cell) inCell(cell, colour, look, move, n);
    }
  });
  if (arrows.length) made.append(arrowsOf(board, arrows));
}

// The beads of a box as a board: a disc in each cell, larger for more beads; or the value of each move.
function beadBoard(matchbox, game, drawn) {
  const { board } = matchbox;
  const made = playBoard(board, { game, coordinates: false });
  made.classList.add("beads");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", spoken(matchbox));
  const most = Math.max(1, ...matchbox.colours.map(colour => colour.beads));
  placeMoves(made, matchbox, (cell, colour, look, move, n) => {
    if (valued(matchbox)) {
      const text = !crowded(matchbox) ? worth(colour.value, 2) : colour.beads ? "" : "·";
      cell.replaceChildren(el("span", { class: valueKind(colour.beads) + (move === drawn ? " drawn" : "") }, text));
      return;
    }
    const size = Math.max(46 + 44 * Math.sqrt(colour.beads / most), 4 + 24 * Math.min(3, String(colour.beads).length));
    const kind = "disc" + (move === drawn ? " drawn" : "") + (n ? " ghost" : "");
    const style = { "--bead": look.fill, "--on-bead": look.ink, "--size": size + "%" };
    cell.replaceChildren(colour.beads ? el("span", { class: kind, style }, n ? "" : shortNumber(colour.beads)) : n ? "" : el("span", { class: "none" }, "0"));
  }, colour => colour.beads, drawn);
  return made;
}

function arrowsOf(board, arrows) {
  const rows = board.cells.length / board.columns;
  const drawing = svg("svg", { viewBox: `0 0 ${board.columns} ${rows}`, class: "arrows", "aria-hidden": "true" });
  for (const [[from, to], look, beads, isDrawn, n] of arrows) {
    const at = i => [i % board.columns + 0.5, Math.floor(i / board.columns) + 0.5];
    const [[x, y], [u, v]] = [at(from), at(to)];
    // As on paper: a captured stone stays visible, and the bead covers neither a stone nor the bead of a crossing arrow.
    const length = Math.hypot(u - x, v - y), tip = length - (u !== x && v !== y ? 0.3 : 0.14), head = 0.16;
    const [a, b] = [(u - x) / length, (v - y) / length];
    const on = (along, aside = 0) => [x + a * along - b * aside, y + b * along + a * aside];
    const [p, q] = on(0.46), [[x1, y1], [x2, y2]] = [on(0.24), on(tip - head / 2)];
    const corners = [on(tip), on(tip - head, head / 2), on(tip - head, -head / 2)];
    drawing.append(svg("line", { x1, y1, x2, y2, stroke: "currentColor", "stroke-width": 0.035, opacity: beads ? 1 : 0.3 }),
      svg("polygon", { points: corners.join(" "), fill: "currentColor", opacity: beads ? 1 : 0.3 }),
      ...isDrawn ? [svg("circle", { cx: p, cy: q, r: 0.21, class: "drawn" })] : [],
      svg("circle", { cx: p, cy: q, r: 0.17, opacity: n ? 0.4 : 1, fill: beads ? look.fill : "none", stroke: "currentColor", "stroke-width": 0.02 }),
      svg("text", { x: p, y: q + 0.075, "text-anchor": "middle", "font-size": 0.2, fill: beads ? look.ink : "currentColor" }, look.label));
  }
  return drawing;
}

export function boxView(matchbox, { game, drawn = null } = {}) {
  const total = Math.max(1, matchbox.total), values = valued(matchbox), cup = isCups();
  const rows = matchbox.colours.map((colour, i) => {
    const isDrawn = colour.moves.includes(drawn);
    const look = beadOf(matchbox, i);
    const share = Math.round(100 * colour.beads / total) + "%";
    return el("tr", { class: isDrawn ? "drawn-row" : "" },
      el("th", { scope: "row" },
        el("span", { class: colour.moves.length > 1 ? "" : "whole" }, cup ? null : [beadSpan(look), " "], colour.moves.map(moveText).join(" ")),
        " ", isDrawn ? el("span", { class: "tag" }, tv(values, "drawnTag")) : null),
      ...values ? [el("td", { class: "n " + valueKind(colour.beads) }, worth(colour.value)), el("td", { class: "n" }, number(colour.visits))] : [
        el("td", { class: "n" }, number(colour.beads)),
        el("td", { class: "n share" }, el("span", { class: "bar", style: { "--share": share }, "aria-hidden": "true" }), share)]);
  });
  const head = ["colMove", "colBeads", "colChance"].map((key, i) => el("th", { scope: "col", class: i ? "n" : "" }, tv(values, key)));
  return el("div", { class: "box" },
    cup ? el("div", { class: "one-cup" }, cupView(matchbox, { tag: "div", isNow: drawn !== null, drawn }))
      : matchbox.board.cells.length ? el("div", { class: "tray" }, beadBoard(matchbox, game, drawn)) : playBoard(matchbox.board, {}),
    el("div", { class: "inside" },
      cup ? note(t("whichCup", { n: countOf(matchbox.position) })) : null,
      matchbox.met ? null : note(t(drawn ? "newBox" : "notMet")),
      matchbox.total ? null : el("p", { class: "warn" }, tv(values, "boxIsEmpty")),
      el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows))));
}

// The beads of one colour before and after a game: added ones fall in, removed ones fade and stay crossed
// out.
export function heap(look, before, after) {
  const MOST = 40, made = el("span", { class: "heap", "aria-hidden": "true" });
  const stay = Math.min(before, after);
  const add = (n, kind) => {
    for (let i = 0; i < Math.min(n, MOST); i++) {
      const bead = beadSpan(look, kind);
      bead.style.setProperty("--nth", i);
      made.append(bead);
    }
    if (n > MOST) made.append(el("span", { class: "soft" }, "+" + number(n - MOST)));
  };
  add(stay, "");
  add(after - stay, "added");
  add(before - stay, "gone");
  return made;
}
