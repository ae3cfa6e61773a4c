// The wall of a class: how to join, every group as a tile, or the one machine that all teach.
"use strict";
import { PATHS, stepOf } from "/lessons.js";
import { $, el, follow, language, speakClass, t } from "./class.js";
import { byNumber, cupPicture, cupsPicture, guessBars, mean, nameLines, partSaid, scoreCurve, sumOf, usedPicture, widthOf } from "./pictures.js";

let told = null, lost = null, latest = null; // the group whose game was over last

// Boxes whose beads have changed since they were last shown light up for a moment.
const LIT = 3000;
const before = new Map();
function isNew(key, value) {
  const text = JSON.stringify(value), old = before.get(key);
  before.set(key, text);
  return old !== undefined && old !== text;
}
function light(node, isLit) {
  node.classList.toggle("lit", isLit);
  setTimeout(() => node.classList.remove("lit"), LIT);
  return node;
}

const played = ({ score: [won, drawn, lost] }) => ({ won, drawn, lost, n: won + drawn + lost });
// Who won more of their games is said to have won.
const story = (name, { won, lost, n }) => t(won < lost ? "lostTo" : won > lost ? "beat" : "even", { name, won: Math.max(won, lost), n });
const isDrawn = () => told.lesson === "tic-tac-toe";

// The picture of a machine in a tile of this width and height.
function pictureOf({ boxes, used, results }, label, space) {
  if (told.lesson === "cups") return cupsPicture(boxes, label, space);
  return used ? usedPicture(used, results.length, label, space) : scoreCurve(results, label);
}
// A tile tells who won how often: the group and its machine. A long name takes the line of "machine". A low tile
// leaves out the games that were drawn.
function tile(group, space, withDrawn) {
  const { name, machine, playing, number } = group, score = played(group), label = story(name, score);
  const wide = space[0] / (innerHeight * LETTER) - widthOf(String(Math.max(score.won, score.lost))) - GAP, lines = nameLines(name, wide), isLong = lines.length > 1;
  const squeeze = Math.min(1, wide / Math.max(...lines.map(widthOf)));
  const rows = [[isLong ? "name long" : "name", el("span", { style: { "--squeeze": squeeze } }, lines.join("\n")), score.lost], [isLong ? "sr" : "", t("machine"), score.won], ...withDrawn ? [["", t("drawn"), score.drawn]] : []];
  const made = el("li", { class: playing ? "playing" : "" }, el("dl", { title: label }, ...rows.flatMap(([kind, who, n]) => [el("dt", { class: kind }, who), el("dd", {}, String(n))])), pictureOf(machine, label, space));
  return light(made, isNew(`${told.lesson} ${told.way} ${number}`, group.games));
}
function largeBox(box) {
  const key = `${told.lesson} box ${box.number}`, changed = isNew(key, box.beads);
  if (told.lesson === "cups") return light(el("li", {}, el("span", { class: "sr" }, spoken(box)), cupPicture(box, true)), changed);
  const heaps = box.beads.filter(({ n }) => n).map(({ n, fill, ink, letter }) => el("span", {}, el("i", { style: { "--bead": fill, color: ink } }, letter), n > 1 ? String(n) : ""));
  return light(el("li", {}, el("b", {}, String(box.number)), el("div", { class: "heaps" }, ...heaps)), changed);
}
const spoken = ({ number, beads }) => t("cup", { n: number }) + ": " + beads.map(({ n }, i) => n ? i + 1 : "").filter(Boolean).join(", ");

function columnsFor(n) {
  // Tiles are about twice as wide as high on a wide screen.
  let columns = 1;
  while (columns * Math.ceil(columns * 1.1) < n && columns < 6) columns++;
  return columns;
}
// The shares of the screen that the tiles have, the heights of a line and of its letters, and the gap before a number.
const WIDE = 0.66, HIGH = 0.95, LINE = 0.042, LETTER = 0.034, GAP = 0.6;
function tiles() {
  const columns = columnsFor(told.groups.length), rows = Math.ceil(told.groups.length / columns), isLow = rows > 4, withDrawn = isDrawn() && !isLow, lines = LINE * (withDrawn ? 3 : 2) + 0.02;
  const space = [innerWidth * (WIDE / columns - 0.015), innerHeight * (HIGH / rows - lines)];
  const made = el("ul", { id: "tiles", class: isLow ? "low" : "" }, ...told.groups.map(group => tile(group, space, withDrawn)));
  made.style.setProperty("--columns", columns);
  return made;
}
function oneMachine() {
  const { machine, lesson, groups } = told, { boxes, used, results } = machine, isCups = lesson === "cups";
  // Two boards can lose by the same slip, which goes once.
  const sum = isCups ? sumOf(told, machine, "ledgerOfAll") : used ? t("boxesUsed", { n: used.filter(Boolean).length, all: used.length }) : null;
  const list = el("ul", { id: "machine", class: isCups ? "" : "boxes" }, ...byNumber(boxes).map(largeBox));
  list.style.setProperty("--wide", isCups ? "12%" : "18%");
  const scores = groups.map(({ name, score: [lost, , won] }) => el("span", { class: "pair" }, el("span", { class: "name" }, name), el("b", {}, `${won}:${lost}`)));
  const space = [innerWidth * WIDE, innerHeight * 0.66];
  return el("div", { class: "one-machine" }, used ? usedPicture(used, results.length, sum, space) : list, el("div", {}, sum && el("p", {}, el("b", {}, sum)), el("p", {}, t("scores")), el("div", { class: "scores" }, ...scores)));
}

// What the left side tells besides how to join: the step and what is guessed there, what was collected, or how it stands.
function stepTold() {
  return [el("p", {}, t("path.step", { n: stepOf(told), all: PATHS[told.lesson].steps })), el("p", {}, el("b", {}, partSaid(told, "do"))), el("p", { class: "asked" }, partSaid(told, "ask")), ...guessBars(told)];
}
function resultTold({ collected: { class: one, groups } }) {
  const share = ({ exact, random }) => Math.round(exact ? 100 * exact.random[0] : random[0]);
  const safe = 100 - Math.round(one.exact ? 100 * one.exact.perfect[2] : one.perfect[2]);
  return [
    el("p", { class: "large" }, share(one) + "%"),
    el("p", {}, t("resultIs", { n: share(one) })), el("p", {}, t("resultPlayed", { n: one.random[0] })),
    groups.length > 1 ? el("p", {}, t("resultMean", { n: Math.round(mean(groups.map(({ played: own }) => share(own)))) })) : null,
    el("p", {}, t("resultSafe", { n: safe })),
  ];
}
function standingTold() {
  const all = told.results, count = letter => all.split(letter).length - 1;
  const last = told.groups.find(({ number }) => number === latest), score = last && played(last);
  return [
    el("p", {}, el("b", {}, t(isDrawn() ? "tallyDrawn" : "tally", { n: all.length, won: count("w"), lost: count("l"), drawn: count("d") }))),
    last && score.n ? el("p", {}, story(last.name, score)) : null,
    el("p", {}, t("curveAbout")), scoreCurve(all, t("games", { n: all.length })),
  ];
}

function show() {
  if (!told) return;
  // Before the first group comes, all of the wall says how to join.
  const isEmpty = !told.groups.length;
  document.title = `${told.class} · MENACE`;
  $("class").replaceChildren(el("div", { class: "name" }, `${told.class} · ${t("lesson." + told.lesson)}`));
  const address = (told.addresses[0] || "").replace("http://", "");
  $("qr").alt = t("qr", { address });
  if (!$("qr").src) $("qr").src = "/api/class/qr";
  $("address").textContent = address;
  $("code").textContent = told.code;
  const notice = lost ? t("failed") : [told.paused && t("paused"), told.unsaved && t("unsaved", { error: told.unsaved.error })].filter(Boolean).join(" ");
  const [kind, parts] = isEmpty ? ["", [el("p", {}, t("nobody"))]] : told.collected ? ["result", resultTold(told)] : stepOf(told) ? ["step", stepTold()] : ["", standingTold()];
  $("join").className = kind;
  $("told").replaceChildren(...[notice && el("p", { id: "paused", role: "status" }, notice), ...parts].filter(Boolean));
  document.body.classList.toggle("paused", told.paused);
  document.body.classList.toggle("empty", isEmpty);
  $("shown").replaceChildren(isEmpty ? "" : told.way === "one" ? oneMachine() : tiles());
}
function take(now) {
  const gamesOf = number => told.groups.find(group => group.number === number)?.games;
  const over = told && now.groups.find(({ number, games: n }) => n > (gamesOf(number) ?? n));
  if (over) latest = over.number;
  told = now;
  show();
}
addEventListener("resize", show);

speakClass(show);
follow(take, error => { if (lost !== error) { lost = error; show(); } });
addEventListener("storage", ({ key, newValue }) => { if (key === "menace-language" && newValue !== language) location.reload(); });
