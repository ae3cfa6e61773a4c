// What every part of the page needs: elements, words, the server, and what is shown just now.
"use strict";

export const $ = id => document.getElementById(id);

// What the page has been told, and what the person looks at.
export const state = {
  shelf: null, scene: null,
  training: null, trained: null, // the training that is going on, and the last one
  round: null, // an earlier game that is looked at
  at: null, // the turn that is looked at; the last position if none
  best: [], // moves that were hinted at
};

const listeners = [];
export const onShow = listener => listeners.push(listener);
export const show = () => listeners.forEach(listener => listener());

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, v] of Object.entries(value)) made.style.setProperty(name, v);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

// What is said beside the matter.
export const note = text => el("p", { class: "soft" }, text);

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Fills a list of choices without losing the one that is made.
export function options(select, names, text = name => name) {
  const before = select.value;
  const all = Array.from(names);
  const rows = all.map(name => [name, text(name)]);
  const same = select.options.length === rows.length
    && rows.every(([name, label], i) => select.options[i].value === String(name) && select.options[i].textContent === label);
  if (same) return;
  select.replaceChildren(...rows.map(([value, label]) => el("option", { value }, label)));
  if (all.map(String).includes(before)) select.value = before;
}

// Words

const memory = {
  get(key) { try { return localStorage.getItem("menace-" + key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem("menace-" + key, value); } catch { /* a page without memory works too */ } },
};
let words = {};
export let language = memory.get("language") || (navigator.language.startsWith("ja") ? "ja" : "en");

export async function speak(wanted) {
  words = await (await fetch(wanted + ".json")).json();
  language = wanted;
  memory.set("language", wanted);
  document.documentElement.lang = wanted;
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-a]")) {
    node.title = t(node.dataset.a);
    node.setAttribute("aria-label", node.title);
  }
}

export const has = key => key in words;
// The words for a key, with values in their places; for exactly one, those for one.
export function t(key, values = {}) {
  const word = (values.n === 1 && words[key + ".one"]) || words[key] || key;
  return word.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === "number" ? number(values[name]) : values[name]);
}
export const number = n => Number(n).toLocaleString("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });
export const shortNumber = n => n < 1000 ? String(n) : short.format(n);
export const percent = share => (100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1) + "%";
export const nameOf = (kind, name) => has(`${kind}.${name}`) ? t(`${kind}.${name}`) : name;

// Beads: a colour of the palette that the colour-blind can tell apart too, and a label.

const FILLS = [["#0072b2", "#fff"], ["#e69f00", "#000"], ["#009e73", "#000"], ["#cc79a7", "#000"], ["#f0e442", "#000"], ["#56b4e9", "#000"],
  ["#d55e00", "#000"], ["#bbbbbb", "#000"], ["#6b4c9a", "#fff"], ["#8c510a", "#fff"], ["#f7f7f7", "#000"], ["#222222", "#fff"]];

// How the beads of a colour look in a box: after the place on the board where it moves, so that a place
// has the same colour in every box. It says its move, that which was drawn if it stands for several, or
// where that is too long a letter.
export function beadOf(matchbox, i, drawn = null) {
  const { moves } = matchbox.colours[i];
  const first = moves[0];
  const spot = matchbox.board.moves.find(({ move }) => move === first);
  const onBoard = spot && spot.cells.length === 1 && matchbox.board.cells.length <= FILLS.length;
  const [fill, ink] = FILLS[(onBoard ? spot.cells[0] : i) % FILLS.length];
  const letter = String.fromCharCode(65 + i % 26);
  const move = moves.includes(drawn) ? drawn : first;
  return { fill, ink, label: move.length <= 2 ? move : letter };
}

export function beadSpan(look, kind = "") {
  return el("span", { class: "bead " + kind, style: { "--bead": look.fill, "--on-bead": look.ink }, "aria-hidden": "true" }, look.label);
}

// The server

let lost = false; // it did not answer, and may have been started again since
let reseat = async () => {};
export const onReturn = work => { reseat = work; };

// Why something could not be done. The server says it in English; other languages have words for each kind.
export const refusal = ({ error, kind }) => has("error." + kind) ? t("error." + kind, { error }) : error;

export async function ask(path, body, raw) {
  const kind = raw ? "application/octet-stream" : "application/json";
  const sent = body === undefined ? {} : { method: "POST", headers: { "content-type": kind }, body: raw ? body : JSON.stringify(body) };
  let answer;
  try { answer = await fetch("api/" + path, sent); } catch { lost = true; throw new Error(t("failed")); }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(refusal({ error: answer.statusText, ...told })), { status: answer.status, kind: told.kind });
  return told;
}
export const machine = (verb, body, raw) => ask(`machines/${encodeURIComponent(name)}${verb && "/" + verb}`, body, raw);

export const fail = error => { $("failure").textContent = error.message; };

// Does one thing after the other, so that two clicks are two moves and not half of each.
let queue = Promise.resolve();
export function does(work) {
  queue = queue.then(async () => {
    $("failure").textContent = "";
    try {
      if (lost) {
        lost = false;
        await reseat();
      }
      take(await work());
    } catch (error) { fail(error); }
  });
  return queue;
}

// Takes in how a machine stands.
export function take(told) {
  if (!told) return;
  if (told.training) state.training = told.training;
  else if (told.scene) {
    Object.assign(state, { training: null, trained: told.trained, scene: told.scene, round: null, at: null, best: [] });
    const { seat, games, round: { turns, ended } } = told.scene;
    const moves = ended ? [] : turns.filter(turn => turn.person).map(turn => turn.move);
    memory.set("board", JSON.stringify({ name, seat, games, moves }));
  }
  show();
}

// The machine of this tab. Its name stands in the address, where a reload and a bookmark find it; a
// page without a name goes on with the last machine, unless another tab has it.

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
export let name = null;
let release = () => {};

export function freshName() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return "m-" + Array.from(bytes, b => (b % 36).toString(36)).join("");
}

export function call(wanted) {
  name = wanted;
  history.replaceState(null, "", "#" + name);
  memory.set("machine", name);
  release();
  if (navigator.locks) navigator.locks.request("menace-" + name, { mode: "shared" }, () => new Promise(done => { release = done; }));
}

export async function findName() {
  const given = location.hash.slice(1);
  if (NAME.test(given)) return given;
  const last = memory.get("machine");
  const free = last && NAME.test(last) && !state.shelf.kiosk && navigator.locks
    && await navigator.locks.request("menace-" + last, { ifAvailable: true }, Boolean);
  return free ? last : null;
}
export const isName = text => NAME.test(text);

// How this machine was asked for and how its board stood, in case that the server was started again.
export const remember = wanted => memory.set("wanted", JSON.stringify({ name, wanted }));
export function remembered(what) {
  try { const kept = JSON.parse(memory.get(what)); return kept && kept.name === name ? kept : null; } catch { return null; }
}

// Sits down as before, and plays a game that was not at its end again as it was.
export function sitAgain(usual, kept, moves) {
  const { wanted } = remembered("wanted") || {};
  return machine("sit", { ...(wanted || usual), unfinished: moves && moves.length ? { games: kept.games, moves } : undefined });
}
