// The wall of a class: how to join, every group as a tile, or the one machine that all teach.
"use strict";
import { $, byNumber, collectedTable, cupPicture, cupsPicture, el, follow, language, scoreCurve, speakClass, sumOf, t } from "./class.js";

let told = null, lost = null;

// Boxes whose beads have changed since they were last shown light up for a moment.
const LIT = 3000;
const before = new Map();
function isNew(key, value) {
  const text = JSON.stringify(value), old = before.get(key);
  before.set(key, text);
  return old !== undefined && old !== text;
}
function light(node, isLit) {
  if (!isLit) return node;
  node.classList.add("lit");
  setTimeout(() => node.classList.remove("lit"), LIT);
  return node;
}

const games = n => t("games", { n });
function tile(group) {
  const { name, machine, playing, number } = group;
  const label = machine ? sumOf(told, machine, "ledgerShort") : games(group.games);
  const picture = !machine ? null : told.lesson === "cups" ? cupsPicture(machine.boxes, label) : scoreCurve(machine.results, label);
  const made = el("li", { class: playing ? "playing" : "" }, el("div", { class: "name", title: name }, name), picture || el("div"), el("div", { class: "sum" }, label));
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
  return Math.max(Math.min(columns, n), n > 2 ? 2 : 1);
}
function tiles() {
  const made = el("ul", { id: "tiles" }, ...told.groups.map(tile));
  made.style.setProperty("--columns", columnsFor(told.groups.length));
  return made;
}
function oneMachine() {
  const { machine, lesson, groups } = told, few = machine.boxes.length > 0;
  const boxes = el("ul", { id: "machine", class: lesson === "cups" ? "" : "boxes" }, ...byNumber(machine.boxes).map(largeBox));
  boxes.style.setProperty("--wide", lesson === "cups" ? "12%" : "18%");
  const names = groups.flatMap(({ name, games: n }, i) => [i ? " · " : "", el("span", { class: "name" }, `${name} ${n}`)]);
  // Two boards can lose by the same slip, which goes once.
  const sum = sumOf(told, machine, "ledgerOfAll");
  return el("div", { class: "one-machine" }, few ? boxes : scoreCurve(machine.results, sum), el("div", {}, el("p", {}, el("b", {}, sum)), el("p", {}, ...names)));
}

function show() {
  if (!told) return;
  document.title = `${told.class} · MENACE`;
  $("class").replaceChildren(el("div", { class: "name" }, told.class), t("lesson." + told.lesson));
  const address = (told.addresses[0] || "").replace("http://", "");
  $("qr").alt = t("qr", { address });
  if (!$("qr").src) $("qr").src = "/api/class/qr";
  $("address").textContent = address;
  $("code").textContent = told.code;
  const all = told.results, label = games(all.length);
  const notice = lost ? t("failed") : [told.paused && t("paused"), told.unsaved && t("unsaved", { error: told.unsaved.error })].filter(Boolean).join(" ");
  $("told").replaceChildren(...[
    notice && el("p", { id: "paused", role: "status" }, notice),
    el("div", {}, scoreCurve(all, label), el("p", {}, label)),
    told.lesson === "cups" && told.way === "each" ? el("p", {}, t("ledgerAbout")) : null,
  ].filter(Boolean));
  document.body.classList.toggle("paused", told.paused);
  const machines = told.way === "one" ? oneMachine() : told.groups.length ? tiles() : el("p", {}, t("nobody"));
  $("shown").replaceChildren(...(told.collected ? [collectedTable(told)] : []), machines);
  $("shown").classList.toggle("collected", Boolean(told.collected));
}

speakClass(show);
follow(now => { told = now; show(); }, error => { if (lost !== error) { lost = error; show(); } });
addEventListener("storage", ({ key, newValue }) => { if (key === "menace-language" && newValue !== language) location.reload(); });
