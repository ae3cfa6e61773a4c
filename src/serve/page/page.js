"use strict";
// The page knows no rules: it shows what it is told and sends back what was chosen.

const $ = id => document.getElementById(id);
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8c510a", "#888888", "#332288", "#7a7a00", "#882255", "#999933", "#44aa99", "#aa4499", "#117733"];
const IDLE = 60_000;
let shelf = null, scene = null, training = null, at = null, best = [], watching = null, lastTouch = Date.now();

const store = {
  get(key) { try { return localStorage.getItem("menace-" + key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem("menace-" + key, value); } catch { /* a page without memory works too */ } },
};
let language = store.get("language") || (navigator.language.startsWith("ja") ? "ja" : "en");
const t = (key, ...values) => { const word = WORDS[language][key]; return typeof word === "function" ? word(...values) : word ?? key; };
const number = n => Number(n).toLocaleString("en");
const percent = share => (100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1) + " %";

function freshName() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return "m-" + Array.from(bytes, b => (b % 36).toString(36)).join("");
}
// A name in the address is shared by whoever has the address; else each tab has a machine of its own.
let name = location.hash.slice(1) || sessionStorage.getItem("menace-machine") || freshName();
function call(newName) {
  name = newName;
  try { sessionStorage.setItem("menace-machine", name); } catch { /* as above */ }
}

async function ask(path, body, raw) {
  const sent = body === undefined ? {} : { method: "POST", headers: { "content-type": raw ? "application/octet-stream" : "application/json" }, body: raw ? body : JSON.stringify(body) };
  let answer;
  try { answer = await fetch("api/" + path, sent); } catch { throw new Error(t("failed")); }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(told.error || answer.statusText), { status: answer.status });
  return told;
}
const machine = (verb, body, raw) => ask(`machines/${encodeURIComponent(name)}${verb && "/" + verb}`, body, raw);

function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, v] of Object.entries(value)) made.style.setProperty(name, v);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

async function does(work) {
  $("failure").textContent = "";
  try { taken(await work()); }
  catch (error) { $("failure").textContent = error.message; }
}

function taken(told) {
  if (!told) return;
  if (told.training) { training = told.training; follow(); }
  else if (told.scene) { training = null; scene = told.scene; at = null; best = []; }
  show();
}

// The board

function colourOf(matchbox, move) {
  const place = matchbox.colours.findIndex(colour => colour.moves.includes(move));
  return place < 0 ? null : { ...matchbox.colours[place], fill: COLOURS[place % COLOURS.length] };
}

function boardOf(board, options = {}) {
  const made = el("div", { class: "board " + (options.size || ""), style: { "--columns": board.columns } });
  const most = options.box ? Math.max(1, ...options.box.colours.map(colour => colour.beads)) : 1;
  board.places.forEach((place, i) => {
    const label = `${"abcdefghijklmnop"[i % board.columns]}${Math.floor(i / board.columns) + 1}`;
    if (place.mark !== undefined) {
      made.append(el("div", { class: "stone", role: "img", "aria-label": `${label} ${place.mark}` }, place.mark));
      return;
    }
    if (place.move === undefined) { made.append(el("div", { class: "nothing", "aria-hidden": "true" })); return; }
    const name = board.coordinates ? null : el("span", { class: "name" }, place.move);
    if (options.box) {
      const colour = colourOf(options.box, place.move);
      const size = colour ? Math.round(18 + 60 * Math.sqrt(colour.beads / most)) : 0;
      const bead = colour && colour.beads > 0 ? el("span", { class: "cellbead" + (options.drawn === place.move ? " drawn" : ""), style: { "--bead": colour.fill, "--size": size + "%" } }) : null;
      made.append(el("div", { title: colour ? `${place.move}: ${number(colour.beads)}` : place.move }, bead, colour && options.size !== "tiny" ? el("span", { class: "name" }, number(colour.beads)) : null));
      return;
    }
    const legal = options.legal && options.legal.includes(place.move);
    const cell = options.choose && legal
      ? el("button", { type: "button", "aria-label": place.move, class: best.includes(place.move) ? "best" : "", onclick: () => options.choose(place.move) }, name)
      : el("div", { class: legal || !options.legal ? "" : "nothing" }, legal ? name : null);
    made.append(cell);
  });
  made.addEventListener("keydown", event => arrows(event, made, board.columns));
  return made;
}

function arrows(event, made, columns) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  const cells = Array.from(made.children);
  let place = cells.indexOf(document.activeElement);
  if (!step || place < 0) return;
  event.preventDefault();
  for (place += step; place >= 0 && place < cells.length; place += step)
    if (cells[place].tagName === "BUTTON") { cells[place].focus(); return; }
}

function sideName(side) {
  return t(side === scene.person ? "you" : scene.person ? "machine" : side);
}

function status() {
  const round = scene.round;
  if (training) return t("trainingNow");
  if (round.ended) {
    const ended = round.ended;
    if (ended.stopped) return t("refused");
    const resigned = ended.resigned ? t("resigned", sideName(ended.resigned)) + " " : "";
    if (!ended.winner) return t("drawn");
    if (!scene.person) return resigned + t("won", t(ended.winner));
    return resigned + t(ended.winner === scene.person ? "youWon" : "youLost");
  }
  const last = round.turns.at(-1);
  const drew = last && !last.person && last.box ? t("drew", last.move) + " " : "";
  return drew + t(round.waits ? "yourMove" : "machineMoves");
}

// The moment that is looked at: a turn of this game, or the present.
function moment() {
  const { turns } = scene.round;
  const place = at === null ? turns.length : at;
  return { place, turn: turns[place], before: turns[place - 1] };
}

function show() {
  document.documentElement.lang = language;
  document.querySelectorAll("[data-t]").forEach(node => { node.textContent = t(node.dataset.t); });
  document.querySelectorAll("[data-a]").forEach(node => node.setAttribute("aria-label", t(node.dataset.a)));
  $("language").textContent = language === "en" ? "日本語" : "English";
  $("language").lang = language === "en" ? "ja" : "en";
  if (!scene) return;
  const { round } = scene;
  const { place, turn } = moment();
  const present = place === round.turns.length;
  const playable = present && round.waits && !training;
  const focused = document.activeElement && document.activeElement.closest("#board") ? true : false;
  $("who").textContent = `${scene.game} · ${scene.rule || scene.names.filter(n => n !== "person").join(" / ")} · ${t("of_games", number(scene.games), number(scene.boxes))} · ${t("gameNo", round.number)}`;
  $("status").textContent = status();
  const board = boardOf(present ? round.board : turn.board, { legal: present ? round.legal : [], choose: playable ? move : null });
  $("board").replaceWith(Object.assign(board, { id: "board" }));
  if (focused && playable) (board.querySelector("button") || $("new")).focus();
  else if (focused) $("new").focus();
  const shown = new Set((present ? round.board : turn.board).places.map(p => p.move));
  $("other-moves").replaceChildren(...(playable ? round.legal.filter(m => !shown.has(m)).map(m => el("button", { type: "button", onclick: () => move(m) }, m)) : []));
  $("undo").disabled = Boolean(training) || (!round.turns.length && round.number < 2) || !scene.person;
  $("hint").disabled = !playable;
  $("resign").disabled = !playable;
  $("new").disabled = Boolean(training);
  $("at").textContent = t("atMove", place, round.turns.length);
  $("first").disabled = $("back").disabled = place === 0;
  $("last").disabled = $("forth").disabled = present;
  showBox();
  showChanges();
  showTraining();
  showSettings();
}

function table(matchbox, drawn) {
  const rows = matchbox.colours.map((colour, i) => el("tr", { class: colour.moves.includes(drawn) ? "is-drawn" : "" },
    el("td", {}, el("span", { class: "bead" + (colour.moves.includes(drawn) ? " drawn" : ""), style: { "--bead": COLOURS[i % COLOURS.length] } })),
    el("td", {}, colour.moves.join(" ")),
    el("td", { class: "n" }, t("beads", number(colour.beads))),
    el("td", { class: "n" }, percent(colour.chance))));
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "sr" }, "")), el("th", { scope: "col" }, t("moves")), el("th", { class: "n", scope: "col" }, ""), el("th", { class: "n", scope: "col" }, t("each")))), el("tbody", {}, ...rows));
}

function boxOf(matchbox, drawn) {
  return el("div", {},
    boardOf(matchbox.board, { box: matchbox, drawn, size: "" }),
    matchbox.met ? null : el("p", {}, t("notMet")),
    table(matchbox, drawn));
}

function showBox() {
  const { turn, before } = moment();
  const round = scene.round;
  let title = t("boxNow"), matchbox = null, drawn = null;
  if (turn && turn.box) { matchbox = turn.box; drawn = turn.move; }
  else if (!turn && round.ended && round.ended.box) { matchbox = round.ended.box; title = t("boxEmpty"); }
  else if (!turn && round.box) { matchbox = round.box; title = t("boxOpen"); }
  else if (before && before.box) { matchbox = before.box; drawn = before.move; }
  $("box-title").textContent = matchbox ? title : t("boxNow");
  $("matchbox").replaceChildren(matchbox ? boxOf(matchbox, drawn) : el("p", {}, t(scene.learns ? "waiting" : "plain")));
}

function heap(before, after, fill) {
  const MOST = 60, made = el("div", { class: "heap", "aria-hidden": "true" });
  const bead = kind => el("span", { class: "bead " + kind, style: { "--bead": fill } });
  const stay = Math.min(before, after), more = after - stay, gone = before - stay;
  for (let i = 0; i < Math.min(stay, MOST); i++) made.append(bead(""));
  if (stay > MOST) made.append("…");
  for (let i = 0; i < Math.min(more, MOST); i++) made.append(bead("added"));
  for (let i = 0; i < Math.min(gone, MOST); i++) made.append(bead("gone"));
  return made;
}

function showChanges() {
  const ended = scene.round.ended;
  const changes = ended ? ended.changes : [];
  $("changes").hidden = !changes.length;
  const items = changes.map(change => {
    const lines = change.after.colours.map((colour, i) => {
      const earlier = change.before.colours[i] ? change.before.colours[i].beads : 0;
      if (earlier === colour.beads) return null;
      return el("div", {}, t("of", colour.moves.join(" "), number(earlier), number(colour.beads)), heap(earlier, colour.beads, COLOURS[i % COLOURS.length]));
    }).filter(Boolean);
    return el("li", {}, el("div", { class: "change" }, boardOf(change.before.board, { size: "tiny" }),
      el("div", {}, el("div", {}, t("drew", change.move)), ...(lines.length ? lines : [t("unchanged")]))));
  });
  $("change-list").replaceChildren(...items);
}

// What the person does

const move = m => does(() => machine("move", { move: m }));
const act = verb => does(() => machine("act/" + verb, {}));
$("undo").onclick = () => act("undo");
$("resign").onclick = () => act("resign");
$("new").onclick = () => act("new");
$("hint").onclick = async () => {
  try { best = (await machine("hint")).moves; show(); $("status").textContent = `${t("hint")}: ${best.join(" ")}`; }
  catch (error) { $("failure").textContent = error.message; }
};
$("first").onclick = () => { at = 0; show(); };
$("back").onclick = () => { at = Math.max(0, moment().place - 1); show(); };
$("forth").onclick = () => { at = moment().place + 1; if (at >= scene.round.turns.length) at = null; show(); };
$("last").onclick = () => { at = null; show(); };
$("language").onclick = () => { language = language === "en" ? "ja" : "en"; store.set("language", language); show(); };
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
  const key = { u: "undo", n: "new", h: "hint" }[event.key];
  if (key && !$(key).disabled) { event.preventDefault(); $(key).click(); }
});

// Training

function options(select, names, text = n => n) {
  const before = select.value;
  const same = select.options.length === names.length && names.every((n, i) => select.options[i].value === n);
  if (!same) select.replaceChildren(...names.map(n => el("option", { value: n }, text(n))));
  if (names.includes(before)) select.value = before;
}

function line(points, of, scale) {
  return points.map((p, i) => `${i ? "L" : "M"}${scale.x(p.games).toFixed(1)},${scale.y(of(p)).toFixed(1)}`).join("");
}

function svg(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function curve(points, all) {
  const wide = 640, high = 220, left = 40, right = 110, foot = 24;
  const scale = { x: g => left + (wide - left - right) * g / Math.max(1, all), y: s => 8 + (high - foot - 8) * (1 - s) };
  const made = svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": $("progress").textContent });
  for (const share of [0, 0.5, 1]) {
    made.append(svg("line", { class: "axis", x1: left, x2: wide - right, y1: scale.y(share), y2: scale.y(share) }));
    made.append(svg("text", { x: left - 6, y: scale.y(share) + 4, "text-anchor": "end" }, 100 * share + " %"));
  }
  made.append(svg("text", { x: left, y: high - 6 }, "0"), svg("text", { x: wide - right, y: high - 6, "text-anchor": "end" }, number(all)));
  const total = p => Math.max(1, p.won + p.drawn + p.lost);
  const lines = [["wonShare", "#0072b2", "", p => p.won / total(p)], ["drawnShare", "#009e73", "2 3", p => p.drawn / total(p)], ["lostShare", "#d55e00", "7 4", p => p.lost / total(p)]];
  let lowest = -20;
  const ends = lines.map(l => ({ l, y: points.length ? scale.y(l[3](points.at(-1))) : 0 })).sort((a, b) => a.y - b.y);
  for (const { l: [word, colour, dash, of], y } of ends) {
    if (!points.length) break;
    made.append(svg("path", { d: line(points, of, scale), fill: "none", stroke: colour, "stroke-width": 2, "stroke-dasharray": dash }));
    lowest = Math.max(y + 4, lowest + 14);
    made.append(svg("text", { x: wide - right + 8, y: lowest }, t(word)));
  }
  return made;
}

function showTraining() {
  options($("opponent"), scene.opponents);
  options($("games"), ["1", "100", "1000", "10000", "100000", "1000000"], n => number(n));
  $("train").hidden = Boolean(training);
  $("train").disabled = !scene.learns;
  $("stop").hidden = !training;
  const points = training ? training.points : (showTraining.points || []);
  if (training) showTraining.points = points;
  showTraining.all = training ? training.games : showTraining.all;
  const last = points.at(-1);
  const late = points.slice(-10);
  const sum = of => late.reduce((n, p) => n + of(p), 0);
  const whole = Math.max(1, sum(p => p.won + p.drawn + p.lost));
  $("progress").textContent = last ? t("progress", number(last.games), percent(sum(p => p.won) / whole), percent(sum(p => p.drawn) / whole), percent(sum(p => p.lost) / whole), number(last.boxes)) : "";
  $("curve").replaceChildren(last ? curve(points, showTraining.all) : "");
  $("scores").replaceChildren(scores(scene.scores));
}

function scores(values) {
  if (values.length < 2) return el("span", {}, "-");
  const wide = 640, high = 120, low = Math.min(0, ...values), top = Math.max(1, ...values);
  const x = i => 40 + (wide - 90) * i / (values.length - 1), y = v => 8 + (high - 16) * (top - v) / (top - low);
  const made = svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": String(values.at(-1)) });
  made.append(svg("line", { class: "axis", x1: 40, x2: wide - 50, y1: y(0), y2: y(0) }), svg("text", { x: 34, y: y(0) + 4, "text-anchor": "end" }, "0"));
  made.append(svg("path", { d: values.map((v, i) => `${i ? "L" : "M"}${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(""), fill: "none", stroke: "#0072b2", "stroke-width": 2 }));
  made.append(svg("text", { x: wide - 44, y: y(values.at(-1)) + 4 }, number(values.at(-1))));
  return made;
}

let following = false;
async function follow() {
  if (following) return;
  following = true;
  while (training) {
    await new Promise(done => setTimeout(done, 250));
    try { taken(await machine("")); } catch (error) { $("failure").textContent = error.message; break; }
  }
  following = false;
  showStrength();
}

async function showStrength() {
  if (!scene || !scene.learns) { $("strength").textContent = ""; return; }
  try {
    const { strength } = await machine("strength");
    $("strength").textContent = strength ? t("strength", percent(strength.random[2]), percent(strength.perfect[2]), percent(strength.worst_loss)) : "";
  } catch { $("strength").textContent = ""; }
}

$("train").onclick = () => does(() => machine("train", { opponent: $("opponent").value, games: Number($("games").value) }));
$("stop").onclick = () => does(() => machine("stop", {}));

// The shelf

async function look(position) {
  $("not-found").textContent = "";
  try {
    const found = (await machine("box?position=" + encodeURIComponent(position))).box;
    $("found").replaceChildren(el("h3", {}, t("boxAt")), boxOf(found, null));
  } catch (error) { $("found").replaceChildren(); $("not-found").textContent = error.message; }
}

async function showShelf() {
  let stages;
  try { ({ stages } = await machine("stages")); } catch (error) { $("not-found").textContent = error.message; return; }
  const key = el("p", { class: "key" }, ...[["full", "#56b4e9"], ["some", "#f0e442"], ["none", "#d55e00"]].flatMap(([word, colour]) => [el("span", { style: { background: colour } }), " " + t(word) + "  "]));
  const drawn = stages.map(stage => el("div", { class: "stage" },
    el("h3", {}, t("stage", stage.ply, number(stage.boxes.length), stage.all === null ? null : number(stage.all))),
    el("div", { class: "shelfboxes" }, ...stage.boxes.map(box => {
      const kind = box.left === box.colours ? "full" : box.left ? "some" : "none";
      return el("button", { type: "button", class: kind, title: `${box.position}: ${number(box.total)}`, "aria-label": `${box.position} ${t(kind)}`, onclick: () => { $("position").value = box.position; look(box.position); } }, { full: "", some: "·", none: "×" }[kind]);
    }))));
  $("stages").replaceChildren(key, ...drawn);
  showFinder();
}

// Tic-tac-toe's positions can be put together by clicking, in any orientation.
let finder = Array(9).fill(".");
function showFinder() {
  $("finder").hidden = scene.game !== "tic-tac-toe";
  const cells = finder.map((mark, i) => el("button", { type: "button", class: "stone", "aria-label": `${"abc"[i % 3]}${Math.floor(i / 3) + 1} ${mark}`, onclick: () => {
    finder[i] = { ".": "X", X: "O", O: "." }[mark];
    $("position").value = [0, 3, 6].map(r => finder.slice(r, r + 3).join("")).join("/");
    showFinder();
    $("finder").children[i].focus();
    look($("position").value);
  } }, mark === "." ? "" : mark));
  $("finder").style.setProperty("--columns", 3);
  $("finder").replaceChildren(...cells);
}
$("find").onsubmit = event => { event.preventDefault(); look($("position").value); };
$("find-now").onclick = () => { $("position").value = scene.round.position; look(scene.round.position); };

// Settings

function showSettings() {
  if (!shelf) return;
  options($("game"), shelf.games.map(g => g.name));
  options($("preset"), shelf.rules.map(r => r.name));
  options($("player"), scene.opponents);
  options($("watch-first"), scene.opponents);
  options($("watch-second"), scene.opponents);
  options($("machines"), shelf.machines);
  $("download").href = `api/machines/${encodeURIComponent(name)}/model`;
  if (!$("starts").children.length) sliders();
}

function sliders() {
  const rule = shelf.rules.find(r => r.name === $("preset").value) || shelf.rules[0];
  $("starts").replaceChildren(...rule.start.map((n, i) => {
    const shown = el("output", {}, n);
    return el("label", {}, t("stageStart", i + 1) + " ", el("input", { type: "range", min: 0, max: Math.max(20, n), value: n, oninput: e => { shown.textContent = e.target.value; } }), shown);
  }));
  for (const effect of ["win", "draw", "loss"]) $(effect).value = rule[effect];
  const policies = ["resign", "refuse", "keep-first", "keep-last", "floor", "refill", "refill-move", "reset"];
  options($("empty"), policies.includes(rule.empty) ? policies : [...policies, rule.empty]);
  $("empty").value = rule.empty;
}
$("preset").onchange = sliders;

function ruleWanted() {
  return { name: $("preset").value, start: Array.from($("starts").querySelectorAll("input"), i => Number(i.value)), win: $("win").value, draw: $("draw").value, loss: $("loss").value, empty: $("empty").value };
}

function sit(wanted, anew) {
  stopWatching();
  showTraining.points = [];
  $("found").replaceChildren();
  $("stages").replaceChildren();
  return does(async () => {
    const told = await machine("sit", { anew, ...wanted });
    await refresh();
    return told;
  }).then(showStrength);
}
const refresh = async () => { shelf = await ask("shelf"); };
$("machine").onsubmit = event => { event.preventDefault(); sit({ game: $("game").value, side: $("side").value, rule: ruleWanted() }, true); };
$("play-player").onclick = () => { call(freshName()); sit({ game: scene.game, side: scene.person || "first", player: $("player").value }, false); };
$("watch").onclick = async () => {
  call(freshName());
  await sit({ game: scene.game, side: null, watch: [$("watch-first").value, $("watch-second").value] }, false);
  watching = setInterval(() => { if (scene.round.ended) stopWatching(); else act("step"); }, 900);
};
function stopWatching() { clearInterval(watching); watching = null; }
$("open").onclick = () => { if ($("machines").value) { stopWatching(); call($("machines").value); does(() => machine("")).then(showStrength); } };
$("upload").onchange = async event => {
  const file = event.target.files[0];
  if (!file) return;
  const old = name;
  call(freshName());
  await does(async () => {
    try { return await machine("upload", await file.arrayBuffer(), true); }
    catch (error) { call(old); throw error; }
  });
  event.target.value = "";
  await refresh();
  show();
};

// Tabs

const TABS = ["training", "shelf", "settings"];
function open(tab) {
  for (const other of TABS) {
    $(other).hidden = other !== tab;
    $("tab-" + other).setAttribute("aria-selected", other === tab);
    $("tab-" + other).tabIndex = other === tab ? 0 : -1;
  }
  if (tab === "shelf") showShelf();
}
TABS.forEach((tab, i) => {
  $("tab-" + tab).onclick = () => open(tab);
  $("tab-" + tab).onkeydown = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = TABS[(i + step + TABS.length) % TABS.length];
    open(next);
    $("tab-" + next).focus();
  };
});

// The beginning, and in an exhibition the way back to it

const usual = () => {
  const rule = shelf.rules.find(r => r.name === "michie-304") || shelf.rules[0];
  return { game: shelf.games[0].name, side: "second", rule };
};

async function begin() {
  await refresh();
  document.body.classList.toggle("kiosk", shelf.kiosk);
  call(name);
  try { taken(await machine("")); }
  catch (error) {
    if (error.status !== 404) throw error;
    taken(await machine("sit", usual()));
  }
  $("preset").value = "michie-304";
  open("training");
  show();
  showStrength();
  if (shelf.kiosk) {
    for (const kind of ["pointerdown", "keydown", "touchstart"]) document.addEventListener(kind, () => { lastTouch = Date.now(); });
    setInterval(() => {
      if (Date.now() - lastTouch < IDLE || (scene && scene.games === 0 && !scene.round.turns.some(turn => turn.person))) return;
      lastTouch = Date.now();
      call(freshName());
      sit(usual(), true);
    }, 1000);
  }
}
begin().catch(error => { $("failure").textContent = error.message; });
