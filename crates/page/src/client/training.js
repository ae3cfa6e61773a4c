// Training at full speed, and the strength of the machine.
"use strict";
import {
  $, alter, beadOf, between, does, el, fail, isDrawless, language, machine, memory, moveText, name, note, number, onShow, percent, refusal, shortNumber, show, state, svg,
  t, take, valued, worth,
} from "./base.js";
import { options } from "./lists.js";
import { boxView } from "./board.js";
import { changed, opponentsOf, playerName } from "./play.js";

let seen = null;
let speed = null; // games per second of the training in progress

const WIDE = 440, LEFT = 52, RIGHT = 86, FOOT = 22, TOP = 10;

// A chart of lines over the number of games. `lines` are { word, kind, values: [[games, value]] }; `marks`
// are the values with a horizontal line, `dots` are [games, value, kind] and perhaps a colour.
function chart(label, { high = 170, across, low = 0, top, marks = [...new Set([low, 0, top])], lines, dots = [], size = 2.5, text = number }) {
  const x = games => LEFT + (WIDE - LEFT - RIGHT) * games / Math.max(1, across);
  const y = value => TOP + (high - FOOT - TOP) * (1 - (value - low) / Math.max(1e-9, top - low));
  const made = svg("svg", { viewBox: `0 0 ${WIDE} ${high}`, role: "img", "aria-label": label });
  for (const mark of marks) {
    // Zero is the one that is named of two that are close.
    if (mark && marks.includes(0) && Math.abs(y(mark) - y(0)) < 14) continue;
    made.append(svg("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(mark), y2: y(mark) }),
      svg("text", { x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, text(mark)));
  }
  made.append(svg("text", { x: LEFT, y: high - 6 }, "0"),
    svg("text", { x: WIDE - RIGHT, y: high - 6, "text-anchor": "end" }, number(across)));
  for (const [games, value, kind, fill] of dots) {
    made.append(svg("circle", { cx: x(games), cy: y(value), r: size, class: "dot " + kind, ...(fill ? { fill } : {}) }));
  }
  // The labels are at the ends of their lines and do not overlap.
  const drawn = lines.filter(({ values }) => values.length);
  const ends = drawn.map(line => ({ line, end: y(line.values.at(-1)[1]) })).sort((a, b) => a.end - b.end);
  ends.forEach((one, i) => { one.at = Math.max(one.end + 4, i ? ends[i - 1].at + 15 : 0); });
  for (let i = ends.length - 1, room = high - FOOT + 2; i >= 0; i--, room -= 15) ends[i].at = Math.min(ends[i].at, room);
  for (const { line, end, at } of ends) {
    const x2 = x(line.values.at(-1)[0]);
    if (Math.abs(at - 4 - end) > 3) made.append(svg("line", { class: "leader", x1: x2, y1: end, x2: x2 + 12, y2: at - 4 }));
    const path = line.values.map(([games, value], i) => `${i ? "L" : "M"}${x(games).toFixed(1)},${y(value).toFixed(1)}`).join("");
    made.append(svg("path", { d: path, class: "line " + line.kind, ...(line.stroke ? { stroke: line.stroke } : {}), ...(line.dash ? { "stroke-dasharray": line.dash } : {}) }));
    if (line.values.length === 1 && !dots.length) made.append(svg("circle", { cx: x(line.values[0][0]), cy: end, r: 3, class: "dot " + line.kind }));
    made.append(svg("text", { x: x2 + (Math.abs(at - 4 - end) > 3 ? 15 : 6), y: at }, line.word));
  }
  return made;
}

// A chart of one line, such as of a score; its last value is its word.
export function scoreChart(label, high, values, dots) {
  const scores = values.map(([, score]) => score), [low, top] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  return chart(label, { high, across: values.at(-1)[0], low, top, lines: [{ word: number(scores.at(-1)), kind: "met", values }], dots });
}

const played = point => Math.max(1, point.won + point.drawn + point.lost);

// What the machine has learnt, from one answer of the server: its games, its curve and its first box.
let known = null;
const points = () => known ? known.points : [];
// A machine for both sides neither wins nor loses its games: their results are shown by side.
const isShared = () => Boolean(known && known.is_shared);
const bySeat = key => isShared() ? key + "BySeat" : key;
// The number of games at the end of the chart: the games still to be played by a training are left free.
const across = () => Math.max(1, known ? known.learnt : 0) + (state.training ? state.training.games - state.training.played : 0);

// How many games a share is of at least, so that single games make a line too, and a calm one where there are many.
const few = () => Math.min(100, Math.max(10, Math.round(across() / 25)));

// The shares of the last games. A point of at least this many games is for them alone, and its line is level
// over them.
function shares(points, of, least) {
  let from = 0, games = 0, sum = 0;
  return points.flatMap((point, i) => {
    const own = played(point);
    games += own;
    sum += of(point);
    while (from < i && games - played(points[from]) >= least) {
      games -= played(points[from]);
      sum -= of(points[from++]);
    }
    const share = sum / games;
    return own < least ? [[point.games, share]] : [[point.games - own, share], [point.games, share]];
  });
}

// The guess before a training of this machine: of the next `games` after `from` it wins this share.
const guessed = () => {
  const kept = memory.read("guess");
  return kept && kept.name === name && known && known.learnt > kept.from && !isShared() ? kept : null;
};
function guessLine() {
  const guess = guessed();
  return guess ? [{ word: t("guessed"), kind: "guess", values: [guess.from, guess.from + guess.games].map(games => [games, guess.share]) }] : [];
}
function guessTold() {
  const guess = guessed();
  if (!guess || state.training) return "";
  const own = points().filter(({ games }) => games > guess.from && games <= guess.from + guess.games);
  const all = own.reduce((sum, point) => sum + played(point), 0), won = own.reduce((sum, point) => sum + point.won, 0);
  return all ? t("guessCame", { guess: Math.round(100 * guess.share), won: Math.round(100 * won / all) }) : "";
}

// Dots become smaller where there are many, and of more games than this they would be no dots any more.
const DOTS = 2500;
function showCurves() {
  const all = points(), end = across(), least = few();
  const share = of => shares(all, of, least);
  const single = end <= DOTS ? all.filter(point => played(point) === 1) : [];
  const dots = single.map(point => [point.games, point.won ? 1 : point.drawn ? 0.5 : 0, point.won ? "won" : point.drawn ? "drawn" : "lost"]);
  const size = Math.max(1, Math.min(2.5, 180 / end));
  $("curve").replaceChildren(chart(t("curveTitle"), {
    across: end, dots, size, top: 1, marks: [0, 0.5, 1], text: mark => 100 * mark + "%",
    lines: [
      { word: t(bySeat("wonShare")), kind: "won", values: share(point => point.won) },
      { word: t("drawnShare"), kind: "drawn", values: share(point => point.drawn) },
      { word: t(bySeat("lostShare")), kind: "lost", values: share(point => point.lost) },
      ...guessLine(),
    ].filter(({ kind }) => kind !== "drawn" || !isDrawless(state.scene.game)),
  }));
  const most = Math.max(1, ...all.map(played));
  const about = [dots.length ? t("curveDots") : "", t("curveAbout", { n: least }), most >= least ? t("curveSets", { n: most }) : ""];
  $("curve-about").textContent = about.filter(Boolean).join(between());
  const met = all.filter(point => point.boxes !== null && point.boxes !== undefined).map(point => [point.games, point.boxes]);
  const top = Math.max(10, ...met.map(([, boxes]) => boxes));
  const line = { word: t("boxesShort"), kind: "met", values: met };
  $("met").replaceChildren(chart(t("metTitle"), { high: 110, across: end, top, lines: [line] }));
}

// Wins less losses of the machine, game by game, beside the board; a machine played by hand has its own curve.
function showScore() {
  if (state.frame) return;
  let score = 0;
  const values = [[0, 0], ...points().map(({ games, won, lost }) => [games, score += won - lost])];
  const here = state.scene.learns && !state.scene.hand && !isShared() && values.length > 1;
  if (!changed($("mini"), here && values)) return;
  const [won, drawn, lost] = ["won", "drawn", "lost"].map(key => points().reduce((sum, point) => sum + point[key], 0));
  $("score").textContent = here ? t(isDrawless(state.scene.game) ? "scoreDrawless" : "score", { won, drawn, lost }) : "";
  if (!here) return $("mini").replaceChildren();
  $("mini").replaceChildren(el("h3", {}, t("scoreTitle")), scoreChart(t("scoreTitle"), 120, values));
}

function drawCurves() {
  showScore();
  if (changed($("curve"), across(), points().length, points().at(-1), guessed())) showCurves();
}

function showProgress() {
  if (!seen) { $("progress").textContent = ""; return; }
  const { recent } = seen;
  const who = playerName(seen.opponent || SECOND);
  const parts = [seen.waiting ? t("trainingWaits") : t("trainingAt", { n: seen.played, all: seen.games, who })];
  if (recent) {
    const share = n => percent(n / played(recent));
    parts.push(t(bySeat("lately"), { n: recent.games, won: share(recent.won), drawn: share(recent.drawn), lost: share(recent.lost) }));
  }
  if (state.training && speed) parts.push(t("speed", { n: speed }));
  if (!state.training && seen.stopped) parts.push(t(seen.full ? "trainingFull" : "trainingStopped"));
  if (seen.failed) parts.push(refusal(seen.failed));
  parts.push(guessTold());
  $("progress").textContent = parts.filter(Boolean).join(between());
}

function showHeat() {
  const now = known && known.box;
  const none = !state.scene.rule ? t("strengthNone") : known ? t("heatNone") : "";
  if (!changed($("heat"), now, none)) return;
  $("heat").replaceChildren(now ? boxView(now, { game: state.scene.game }) : note(none));
}

const DASHES = ["", "9 4", "2 4", "9 4 2 4", "14 5", "5 3", "9 4 2 4 2 4", "1 3", "14 4 4 4"];
// The beads or values of the first box, drawn as steps: each changes after a game.
function showBeads() {
  const { box, seen = [] } = known || {};
  if (!changed($("beads-seen"), box, seen.length, seen.at(-1))) return;
  if (!box || seen.length < 2) return $("beads-seen").replaceChildren(note(t("beadsNone")));
  const values = valued(box);
  const all = seen.flatMap(({ colours }) => colours);
  const least = Math.min(0, ...all), most = Math.max(values ? 0 : 1, ...all);
  const lines = box.colours.map(({ moves }, i) => {
    const { fill } = beadOf(box, i);
    return { word: moveText(moves[0]), kind: "bead-line", stroke: fill, dash: DASHES[i % DASHES.length], values: seen.flatMap(({ games, colours }, at) => [...at ? [[games, seen[at - 1].colours[i]]] : [], [games, colours[i]]]) };
  });
  const text = values ? value => worth(value, 2) : shortNumber;
  $("beads-seen").replaceChildren(chart(t("beadsTitle"), { across: seen.at(-1).games, low: least, top: most, text, lines }));
}

function showScores() {
  const { scores, scores_every: every = 1, unscored, learns } = state.scene;
  const values = learns ? scores.map((score, i) => [i * every, score]) : [];
  if (!changed($("scores"), values, unscored)) return;
  const left = unscored ? note(t("peopleLeft", { n: unscored })) : "";
  if (values.length < 2) return $("scores").replaceChildren(left || note(t("peopleNone")));
  $("scores").replaceChildren(scoreChart(t("peopleTitle"), 140, values), note(t("peopleAbout")), left);
}

onShow(() => {
  if (!state.scene) return;
  const { scene, training } = state;
  opponentsOf($("opponent"), scene.is_pair ? [SECOND] : scene.learns ? [...scene.opponents, SECOND] : scene.opponents);
  // One field: who teaches the machine at the board is named there too.
  const teaching = scene.taught ? scene.teacher ? scene.names[scene.teacher === "first" ? 0 : 1] : SECOND : "";
  if (changed($("opponent"), name, teaching) && teaching) $("opponent").value = teaching;
  $("second-about").hidden = scene.is_pair || $("opponent").value !== SECOND;
  options($("games"), ["100", "1000", "10000", "100000", "1000000", "10000000"], number);
  if (!$("games").dataset.set) { $("games").value = "10000"; $("games").dataset.set = "1"; }
  $("guessing").hidden = !scene.learns || scene.is_pair || $("opponent").value === SECOND;
  $("guessing").firstElementChild.textContent = t(Number($("games").value) === 100 ? "guessNext" : "guessOf");
  seen = training || state.trained;
  if (training) known = training;
  $("train").hidden = Boolean(training);
  $("train").disabled = !scene.learns;
  $("stop").hidden = !training;
  // A machine played by hand is taught at the table.
  $("teach").disabled = Boolean(training) || !scene.learns || !scene.rule || Boolean(scene.hand);
  showProgress();
  drawCurves();
  showHeat();
  showBeads();
  showScores();
  if (training) follow(); else measuring = Promise.all([measuring, measure()]);
});

let measured = null, isMeasuring = false, measuring = Promise.resolve();
async function measure() {
  const { scene } = state;
  const { seat, game, games, rule, learns, round, version } = scene;
  const about = JSON.stringify([language, seat, game, games, rule, learns, version, round.number, round.ended !== null]);
  if (about === measured || isMeasuring) return;
  isMeasuring = true;
  measured = about;
  try {
    const { strength } = scene.learns ? await machine("strength") : { strength: null };
    // Only a machine has a rule.
    known = rule ? await machine("curve") : null;
    showStrength(strength);
    showProgress();
    drawCurves();
    showHeat();
    showBeads();
  } catch { showStrength(null); }
  isMeasuring = false;
  if (state.scene !== scene && !state.training) measure();
}

function showStrength(strength) {
  if (!strength) return $("strength").replaceChildren(note(t(state.scene.learns ? "strengthLarge" : "strengthNone")));
  const cell = share => el("td", { class: "n" }, percent(share));
  const row = (key, shares) => el("tr", {}, el("th", { scope: "row" }, t(key)), ...shares.map(cell));
  const title = key => el("th", { scope: "col", class: "n" }, t(key));
  const head = el("tr", {}, el("td"), ...["wonShare", "drawnShare", "lostShare"].map(title));
  $("strength").replaceChildren(
    el("table", {}, el("thead", {}, head), el("tbody", {}, row("againstRandom", strength.random), row("againstPerfect", strength.perfect))),
    note(t("worstLoss", { share: percent(strength.worst_case_loss) })),
    note(isShared() ? t(state.scene.person === "first" ? "strengthSecond" : "strengthFirst") : ""));
}

let following = false;
async function follow() {
  if (following) return;
  following = true;
  let before = null;
  $("told").textContent = t("trainingBegun");
  // The earlier strength is out of date.
  $("strength").replaceChildren();
  while (state.training) {
    await new Promise(done => setTimeout(done, 200));
    try {
      const told = await machine("");
      if (told.training) {
        const now = performance.now(), games = told.training.played;
        // The number changes only when the machine is saved.
        if (before && games > before.games) speed = Math.round((games - before.games) / (now - before.now) * 1000);
        if (!before || games > before.games) before = { now, games };
      }
      take(told);
    } catch (error) {
      fail(error);
      // The training is over, and its machine cannot be shown.
      if (error.status) { state.training = null; show(); }
    }
  }
  speed = null;
  following = false;
  showProgress();
  $("told").textContent = $("progress").textContent;
}

$("opponent").onchange = $("games").onchange = () => show();

export const train = () => does(async () => {
  const opponent = state.scene.is_pair ? undefined : $("opponent").value;
  const asked = { opponent, games: Number($("games").value) };
  // A machine in training answers no other requests.
  await measuring;
  const told = await alter("train", asked), guess = $("guess").value;
  memory.set("guess", guess === "" ? "" : JSON.stringify({ name, from: state.scene.games, games: asked.games, share: Math.min(100, Math.max(0, Number(guess))) / 100 }));
  $("guess").value = "";
  return told;
});
$("stop").onclick = () => does(() => alter("stop"));

export const SECOND = "second-machine";

// Called when another machine is at the board: the results of this one are out of date.
export function forgetTraining() { measured = null; known = null; }
