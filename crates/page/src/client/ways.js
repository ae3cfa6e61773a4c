// Finding one's way: the first page with its lessons, links to a machine, its name, and the way back to it.
"use strict";
import {
  $, calledOf, el, fail, freshName, giveName, homeOf, language, machine, memory, name, nameOf, onShow, seedOf, show, state, svg, t, tabMemory,
} from "./base.js";
import { playBoard } from "./board.js";
import { changed } from "./play.js";
import { showMine } from "./mine.js";
import { beginPath } from "./path.js";
import { sheetsButton } from "./sheets.js";
import { LESSONS, bringIn, freeName, goTo, refresh, ruleFor, settings, sideAgainst, sit } from "./settings.js";

const BOARDS = { "hexapawn": "OOO.X.X.X", "tic-tac-toe": "X.O.XO..." };
function picture(lesson, game) {
  if (lesson === "cups") {
    const cup = (x, n, over) => svg("g", { transform: `translate(${x} ${over ? 78 : 20})${over ? " scale(1 -1)" : ""}` },
      svg("path", { d: "M2 0 H38 L32 58 H8 Z", class: "clay" }),
      svg("text", { x: 20, y: 38, "text-anchor": "middle", "font-size": 22, ...(over ? { transform: "translate(0 64) scale(1 -1)" } : {}) }, n),
      ...over ? [] : [svg("rect", { x: 9, y: -16, width: 9, height: 16, class: "paper" }), svg("rect", { x: 22, y: -13, width: 9, height: 13, class: "paper" })]);
    return svg("svg", { viewBox: "0 0 140 100", "aria-hidden": "true" }, cup(4, "3", false), cup(50, "4", true), cup(96, "5", false));
  }
  // White begins, at the bottom; which letter is drawn white depends on the game at the board.
  const { white } = state.scene || {};
  const marks = lesson === "hexapawn" && white !== "X" ? { X: "O", O: "X" } : { X: "X", O: "O" };
  const cells = Array.from(BOARDS[lesson], mark => marks[mark] || "");
  const made = playBoard({ columns: 3, cells, rows: [], moves: [] }, { game, coordinates: false });
  made.setAttribute("aria-hidden", "true");
  return made;
}

// The lessons below the board, which is the first that is seen.
export function showLessons(shown, isAsked = shown) {
  // A machine that is offered to go on has been saved since.
  if (shown) refresh().then(showCards).then(() => showMine(takeUp)).catch(fail);
  document.body.classList.toggle("front", shown);
  $("lessons").hidden = !shown;
  $("main").hidden = !state.scene;
  $("lessons-back").hidden = !state.scene;
  for (const id of ["called", "who", "first-page"]) $(id).hidden = shown;
  if (isAsked) $("lessons-title").focus();
}

// Begins a machine for a game with a rule, under a new name if the present one has learnt.
function beginAnew(game, rule, learner = null, seed = null) {
  const under = name === null ? freshName(game) : freeName(game);
  const person = learner ? { first: "second", second: "first" }[learner] : sideAgainst(rule, game);
  const wanted = { game, side: person, rule: state.shelf.rules.find(known => known.name === rule), seed };
  return sit(wanted, { anew: under === name, under });
}
const begun = () => memory.read("lessons") || {};
async function choose(lesson, ...machine) {
  leavePage();
  await beginAnew(...machine);
  if (!state.scene) return;
  memory.set("lessons", JSON.stringify({ ...begun(), [lesson]: name }));
  play();
  beginPath(lesson);
}
async function takeUp(words) {
  leavePage();
  await goTo(words);
  if (state.scene && !$("failure").textContent) play();
}
$("open").onsubmit = event => { event.preventDefault(); takeUp($("machines").value); };
$("upload").onchange = async () => {
  const [file] = $("upload").files;
  if (file) await bringIn(file);
  $("upload").value = "";
  if (state.scene && !$("failure").textContent) play();
};
$("to-mine").onclick = () => {
  $("first-page").click();
  $("mine-title").focus();
  $("mine-title").scrollIntoView();
};
function play() {
  showLessons(false);
  $("tab-game").click();
  ($("board").querySelector("button[tabindex='0']") || $("new")).focus();
}
// The page shown has its own entry in the browser's history.
const leavePage = (front = false) => history.pushState({ front }, "", location.href);
function openMain(tab) {
  leavePage();
  showLessons(false);
  $("tab-" + tab).click();
  $("tab-" + tab).focus();
}
$("first-page").onclick = () => { fail({ message: "" }); leavePage(true); showLessons(true); };
$("lessons-back").onclick = () => openMain("game");
$("lessons-more").onclick = async () => {
  const { game, rule } = state.shelf.start;
  if (!state.scene) await beginAnew(game, rule);
  openMain("settings");
};

function showCards() {
  const machines = Object.entries(begun()).filter(([, which]) => state.shelf && !state.shelf.kiosk && state.shelf.machines.includes(which));
  const last = Object.fromEntries(machines);
  if (!changed($("cards"), language, last, Object.values(last).map(calledOf))) return;
  $("cards").replaceChildren(...LESSONS.map(([lesson, ...machine]) => el("li", {},
    el("button", { type: "button", class: "card", "data-lesson": lesson, "aria-describedby": "about-" + lesson, onclick: () => choose(lesson, ...machine) },
      el("div", { class: "picture" }, picture(lesson, machine[0])), el("b", {}, t("lesson." + lesson, {}, false))),
    el("p", { id: "about-" + lesson }, t("lesson.about." + lesson, {}, false)),
    last[lesson] ? el("button", { type: "button", class: "go-on", onclick: () => takeUp(last[lesson]) }, t("goOn", { name: calledOf(last[lesson]) })) : null,
    state.shelf && !state.shelf.kiosk ? sheetsButton(...machine) : null)));
}

// Links such as ?game=hexapawn&rule=her: the machine of this tab if it is such a one, or else a new one.

const LINK = ["game", "rule", "learner", "opponent", "seed"];
export async function obey(found) {
  const asked = new URLSearchParams(location.search), { games, rules, start } = state.shelf, wrong = [];
  if (state.shelf.kiosk || !LINK.some(key => asked.has(key))) return false;
  history.replaceState(null, "", location.pathname + location.hash);
  const known = { game: games.map(game => game.name), rule: rules.map(rule => rule.name), learner: ["first", "second"] };
  const taken = (key, names) => {
    const value = asked.get(key);
    if (value === null || names.includes(value)) return value;
    wrong.push(t("linkWrong", { key, value, names: names.join(", ") }));
    return null;
  };
  const [game, rule, learner] = Object.entries(known).map(([key, names]) => taken(key, names));
  const seed = seedOf(asked.get("seed"));
  if (asked.has("seed") && seed === null) wrong.push(t("seedWrong", { value: asked.get("seed") }));
  const told = found && (await machine("here")).here ? await machine("") : null;
  const { scene = {} } = told || {};
  const person = scene.person || scene.teacher;
  const fits = told && scene.learns && (!game || scene.game === game) && (!rule || scene.rule === rule) && (!learner || person !== learner) && (seed === null || scene.seed === String(seed));
  if (fits) await goTo(found);
  else {
    // The machine that this tab had is where the way back leads.
    if (told) state.scene = scene;
    await beginAnew(game || start.game, rule || ruleFor(game || start.game), learner, seed);
  }
  if (state.scene && asked.has("opponent") && !$("failure").textContent) {
    // A plus in an address is a blank.
    asked.set("opponent", asked.get("opponent").replaceAll(" ", "+"));
    const opponent = taken("opponent", state.scene.opponents);
    if (opponent) await sit({ ...settings(), teacher: opponent });
  }
  if (wrong.length) fail(new Error([$("failure").textContent, ...wrong].filter(Boolean).join(" ")));
  return Boolean(state.scene);
}

// What is needed to play is in sight; all else is behind "More".

let wantsMore = tabMemory.get("more") === "yes";
export function showMore(wanted) {
  wantsMore = wanted;
  tabMemory.set("more", wanted ? "yes" : "no");
  show();
}
$("more").onclick = () => showMore(!wantsMore);
onShow(() => {
  const { scene } = state;
  // For a machine played by hand the page shows what to do.
  const isWood = Boolean(scene && scene.hand), all = wantsMore || isWood;
  document.body.classList.toggle("more", all);
  $("more").setAttribute("aria-expanded", all);
  $("more").hidden = isWood;
});

$("called").onchange = () => {
  giveName(name, $("called").value.trim());
  show();
};
$("home").onclick = () => goTo(homeOf());

onShow(() => {
  showCards();
  if (!state.scene) return;
  const home = homeOf();
  $("home").hidden = !home || state.shelf.kiosk;
  if (home) $("home").textContent = t("backHome", { name: calledOf(home) });
  if (document.activeElement !== $("called") && changed($("called"), name, calledOf(name))) $("called").value = calledOf(name);
  document.title = `${calledOf(name)} · ${nameOf("game", state.scene.game)} · MENACE`;
});
