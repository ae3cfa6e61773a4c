// The start of the page: texts, the machine of this tab, tabs, and the return to the start in an exhibition.
//
// The page has no rules: it shows what the server sends and sends back what the person chose.
"use strict";
import {
  $, alter, call, callOff, fail, findName, freshName, isGone, keepUp, language, machine, name, onReturn, onShow, remembered, show, sitAgain, speak, state, t, take, turnOf,
} from "./base.js";
import "./saving.js";
import "./play.js";
import "./training.js";
import { openShelf } from "./boxes.js";
import "./cups.js";
import { goTo, isBegun, noMachine, refresh, sit, usual } from "./settings.js";
import "./watch.js";
import { obey, showLessons, showMore } from "./ways.js";
import { beginInClass } from "./group.js";

const OTHER = { en: ["ja", "日本語"], ja: ["en", "English"] };

async function say(wanted) {
  await speak(wanted);
  const [other, called] = OTHER[wanted];
  Object.assign($("language"), { textContent: called, lang: other });
  show();
}
$("language").onclick = () => say(OTHER[language][0]).catch(fail);

const isSeen = tab => $("main").hidden || $("tab-" + tab).offsetParent !== null;
const TABS = ["game", "training", "boxes", "hand", "settings"];
function open(tab) {
  document.body.dataset.tab = tab;
  if (tab !== "game" && !isSeen(tab)) showMore(true);
  for (const other of TABS) {
    $(other).hidden = other !== tab;
    $("tab-" + other).setAttribute("aria-selected", other === tab);
    $("tab-" + other).tabIndex = other === tab ? 0 : -1;
  }
  if (tab === "boxes" && state.scene) openShelf();
}
for (const tab of TABS) {
  $("tab-" + tab).onclick = () => open(tab);
  $("tab-" + tab).onkeydown = event => {
    const there = TABS.filter(isSeen);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = there[(there.indexOf(tab) + step + there.length) % there.length];
    open(next);
    $("tab-" + next).focus();
  };
}
onShow(() => {
  const shown = TABS.find(tab => !$(tab).hidden);
  if (shown !== "game" && !isSeen(shown)) open("game");
});

// Returns to the board of this tab. A restarted server has the machine but not an unfinished game, which is
// then replayed.
async function takeSeat(now = null) {
  // The server sets up the board of a group itself. What was asked at the same turn is asked again.
  if (state.shelf.group) {
    const { scene } = state;
    take(now || await machine(""));
    return Boolean(scene) && turnOf(scene) === turnOf(state.scene);
  }
  const kept = remembered("board");
  const told = now || ((await machine("here")).here ? await machine("") : null);
  if (!told && !state.shelf.kiosk && !isBegun()) throw noMachine(name);
  const scene = told && !told.training && told.scene;
  const gone = kept && kept.moves.length && (!told || scene && isGone(kept, scene));
  take(!told || gone ? await sitAgain(told ? {} : usual(), kept, gone ? kept.moves : null, scene) : told);
  return gone;
}
onReturn(takeSeat);

const IDLE = 60_000;
function returnToTheStart() {
  let touched = Date.now();
  for (const kind of ["pointerdown", "keydown", "wheel"]) document.addEventListener(kind, () => { touched = Date.now(); });
  const first = language;
  setInterval(async () => {
    if (Date.now() - touched < IDLE) return;
    touched = Date.now();
    const { scene } = state;
    const untouched = scene && !scene.games && !scene.round.turns.some(turn => turn.person) && !state.training;
    if (untouched) return;
    if (state.training) { touched = 0; return alter("stop"); }
    await say(first);
    open("game");
    await sit(usual(), { anew: true });
  }, 1000);
}

// Opens the machine of a link.
async function openLinked() {
  const { openLink } = await import("./link.js");
  // Some programs write some of its letters as %7E.
  return openLink(new URLSearchParams(location.hash.slice(1)).get("link"));
}
let unread = ""; // why a link could not be read, which is said beside the machine that is here
const isLink = () => location.hash.startsWith("#link=");

async function begin() {
  await Promise.all([speak(language), refresh()]);
  $("tab-settings").hidden = state.shelf.kiosk;
  document.body.classList.toggle("kiosk", state.shelf.kiosk);
  if (beginInClass()) {
    open("game");
    await say(language);
    take(await machine(""));
    $("main").hidden = false;
    return;
  }
  const isNamed = location.hash.length > 1 && !isLink(), found = await findName();
  open("game");
  await say(language);
  if (isLink() && !state.shelf.kiosk) {
    if (await openLinked()) {
      $("main").hidden = false;
      return watchAddress();
    }
    unread = $("failure").textContent;
    callOff();
  }
  if (found) call(found);
  if (!await obey(found)) {
    const { start, kiosk } = state.shelf;
    if (!found) call(freshName(start.game));
    try { await (found ? takeSeat() : sit(usual())); } catch (error) {
      if (error.kind !== "unknown") throw error;
      callOff();
      fail(error);
      return watchAddress(showLessons(true));
    }
    // The lessons are below a machine that has learnt nothing, unless the page was started for a game.
    const { front = !isNamed && !(state.scene && state.scene.games) } = history.state || {};
    if (!kiosk && start.is_usual && front) {
      history.replaceState({ front }, "");
      return watchAddress(showLessons(true, false));
    }
  }
  $("main").hidden = false;
  if (state.shelf.kiosk) returnToTheStart();
  else watchAddress();
}
function watchAddress() {
  if (unread) fail({ message: unread });
  const follow = async () => {
    if (isLink()) return openLinked();
    const wanted = location.hash.slice(1), { front } = history.state || {};
    if (!wanted) return showLessons(true);
    // A box that lay over the board was closed.
    if (wanted !== name) await goTo(wanted);
    if (state.scene && name === location.hash.slice(1)) showLessons(Boolean(front), Boolean(front) && $("lessons").hidden);
  };
  window.addEventListener("popstate", follow);
}
// What nothing needs that is seen first comes after it.
async function load() {
  await import("./turn.js");
  await import("./companion.js");
  await import("./link.js");
  show();
}
keepUp();
begin().catch(error => { $("main").hidden = false; fail(error); }).then(load)
  .catch(() => fail({ message: t("failed"), kind: "failed" }));
