// What the wall and the teacher see: the step and what is guessed, and the pictures of a machine.
"use strict";
import { svg } from "/base.js";
import { PATHS, partOf, stepOf } from "/lessons.js";
import { el, has, t } from "./class.js";

// A part of the step at which all groups are, in words.
export const partSaid = (told, part) => t(partOf(has, { ...told, step: stepOf(told), inClass: true }, part));
// What the groups guess: a bar for each answer, without names; the right one is marked once it is shown.
export function guessBars(told) {
  const { lesson, pace, guesses, groups } = told, most = Math.max(1, groups.length), right = pace.all.answered ? PATHS[lesson].right[stepOf(told) - 1] : null;
  const bars = partSaid(told, "choices").split("|").map((text, i) => el("li", { class: i === right ? "right" : "" },
    el("span", {}, text), el("b", {}, String(guesses[i])), el("div", { class: "share", style: { "--share": 100 * guesses[i] / most + "%" } })));
  return [el("ul", { class: "bars" }, ...bars), el("p", {}, t("haveGuessed", { n: guesses.reduce((sum, n) => sum + n), all: groups.length }))];
}

// The score of a machine after each game: 1 more for a win, 1 less for a loss. The numbers beside it are its greatest and
// its least, below it is the number of games.
const signed = n => n > 0 ? "+" + n : n < 0 ? "−" + -n : "0";
export function scoreCurve(results, label) {
  let score = 0;
  const points = [[0, 0], ...Array.from(results, (result, i) => [i + 1, score += { w: 1, d: 0, l: -1 }[result]])];
  const heights = points.map(([, y]) => y), low = Math.min(-2, ...heights), high = Math.max(2, ...heights), wide = Math.max(1, results.length);
  const at = ([x, y]) => `${(x * 100 / wide).toFixed(2)},${((high - y) * 40 / (high - low)).toFixed(2)}`;
  return el("div", { class: "curve" }, el("span", {}, signed(high)), el("span", {}, signed(low)), el("span", {}, t("games", { n: results.length })),
    svg("svg", { viewBox: "-1 -2 102 44", preserveAspectRatio: "none", role: "img", "aria-label": label },
      svg("line", { x1: 0, x2: 100, y1: high * 40 / (high - low), y2: high * 40 / (high - low), class: "zero" }),
      svg("polyline", { points: points.map(at).join(" "), class: "line" })));
}

// The number of columns in which so many cells are largest in this space, which is measured in cells.
function columnsIn(many, wide, high) {
  const size = columns => Math.min(wide / columns, high / Math.ceil(many / columns));
  return Array.from({ length: many }, (_, i) => i + 1).reduce((best, columns) => size(columns) > size(best) ? columns : best);
}

// The heights of a cup and of its slips, which are taller where there is room.
const CUP = 90, SLIP = 58, TALLEST = 120;
// One cup with its slips, the gone ones crossed out; with words it is large.
export function cupPicture({ number, beads }, worded, tall = SLIP) {
  const left = beads.some(({ n }) => n), width = 78;
  const slips = beads.map(({ n }, i) => svg("g", { transform: `translate(${8 + i * 22} ${n ? 4 : 8})` },
    svg("rect", { width: 18, height: tall, class: "slip" + (n ? "" : " gone") }),
    n ? worded ? svg("text", { x: 9, y: tall - 18 }, String(i + 1)) : "" : svg("path", { d: `M0 4 L18 ${tall - 8} M18 4 L0 ${tall - 8}`, class: "cross" })));
  const cup = left ? "M2 0 H76 L66 78 H12 Z" : "M12 0 H66 L76 78 H2 Z";
  return svg("svg", { viewBox: `0 0 ${width} ${tall + CUP}`, "aria-hidden": "true" }, ...slips,
    svg("g", { transform: `translate(0 ${tall + 8})` }, svg("path", { d: cup, class: "clay" + (left ? "" : " over") }), svg("text", { x: 39, y: 75, class: "cup-number" }, String(number))));
}

export const byNumber = boxes => [...boxes].sort((a, b) => a.number - b.number);
// All cups of a machine, as large as they can be in this space.
export function cupsPicture(boxes, label, [wide, high]) {
  const columns = columnsIn(boxes.length, wide / 82, high / (CUP + SLIP)), rows = Math.ceil(boxes.length / columns);
  const tall = Math.max(SLIP, Math.min(TALLEST, high / rows * columns * 82 / wide - CUP - 4)), all = tall + CUP + 4;
  const cups = byNumber(boxes).map((cup, i) => {
    const made = cupPicture(cup, false, tall), place = { x: i % columns * 82, y: Math.floor(i / columns) * all, width: 78, height: tall + CUP };
    for (const [key, value] of Object.entries(place)) made.setAttribute(key, value);
    return made;
  });
  return svg("svg", { viewBox: `0 0 ${columns * 82} ${rows * all}`, role: "img", "aria-label": label }, ...cups);
}

// All boxes of a machine as small squares, by the game in which each was used last: one that was used just now is bright, it
// cools with each game, and one that was never used is empty.
const SQUARE = 12, COOLS = 0.88;
export function usedPicture(used, games, label, [wide, high]) {
  const columns = columnsIn(used.length, wide, high), size = { width: columns * SQUARE, height: Math.ceil(used.length / columns) * SQUARE };
  const picture = el("canvas", { ...size, role: "img", "aria-label": label }), pen = picture.getContext("2d"), colours = getComputedStyle(document.body);
  const fill = (i, name, alpha) => {
    Object.assign(pen, { fillStyle: colours.getPropertyValue(name), globalAlpha: alpha });
    pen.fillRect(i % columns * SQUARE + 1, Math.floor(i / columns) * SQUARE + 1, SQUARE - 2, SQUARE - 2);
  };
  used.forEach((game, i) => {
    fill(i, game ? "--wood" : "--line", game ? 1 : 0.5);
    if (game) fill(i, "--mark", COOLS ** (games - game));
  });
  return picture;
}

// A name in this space, measured in heights of its letters: in one line, squeezed a little, or in two, best between words.
const NARROW = 0.85, BROKEN = 1.6, pen = document.createElement("canvas").getContext("2d");
export function widthOf(text) {
  pen.font = `600 100px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width / 100;
}
export function nameLines(name, wide) {
  if (widthOf(name) * NARROW <= wide) return [name];
  const cuts = granularity => Array.from(new Intl.Segmenter([], { granularity }).segment(name), ({ index }) => index), words = cuts("word");
  const cost = ([one, two]) => Math.max(widthOf(one), widthOf(two)) * (words.includes(one.length) ? 1 : BROKEN);
  const pairs = cuts("grapheme").map(i => [name.slice(0, i), name.slice(i)]);
  return pairs.reduce((best, pair) => cost(pair) < cost(best) ? pair : best).map(line => line.trim());
}

const numberOf = (results, letter) => results.split(letter).length - 1;
// What the machine has won, or for cups where every slip is: in a cup still, or lost with a game.
export function sumOf({ lesson }, { results, beads }, key) {
  if (lesson === "cups") return t(key, { all: beads[0], left: beads[1], gone: beads[0] - beads[1], lost: numberOf(results, "l") });
  return t("won", { won: numberOf(results, "w"), n: results.length });
}

const percent = share => Math.round(100 * share) + "%";
export const mean = numbers => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
// How well the machine of the class plays, beside the mean of the groups: by its exact chances, and in 100 games.
export function collectedTable({ collected: { class: one, groups } }) {
  const ways = {
    winsRandom: ({ exact, random }) => [exact ? exact.random[0] : null, random[0]],
    safePerfect: ({ exact, perfect }) => [exact ? 1 - exact.perfect[2] : null, 100 - perfect[2]],
  };
  const cell = pairs => {
    const [exact, played] = [0, 1].map(i => pairs.some(pair => pair[i] === null) ? null : mean(pairs.map(pair => pair[i])));
    return el("td", {}, t("played", { exact: exact === null ? "" : percent(exact), n: Math.round(played) }));
  };
  const isMean = groups.length > 1;
  const rows = Object.entries(ways).map(([key, of]) => el("tr", {}, el("th", { scope: "row" }, t(key)), cell([of(one)]), isMean ? cell(groups.map(({ played }) => of(played))) : null));
  const head = el("tr", {}, el("td"), el("th", { scope: "col" }, t("together")), isMean ? el("th", { scope: "col" }, t("meanOf", { n: groups.length })) : null);
  return el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
}
