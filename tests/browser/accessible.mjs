// Runs axe-core in every main view of the page, and of a class, over the browser's own protocol: BROWSER PAGE AXE JOIN WALL
// TEACHER.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [browser, page, axe, ...ofClass] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "menace-"));
const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
const chromium = spawn(browser, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const [, , , toBrowser, fromBrowser] = chromium.stdio;
const ended = new Promise(done => chromium.on("exit", done));
chromium.on("error", error => { console.error(String(error)); process.exit(1); });

let number = 0, rest = "", session;
const waiting = new Map();
fromBrowser.setEncoding("utf8").on("data", text => {
  const parts = (rest + text).split("\0");
  rest = parts.pop();
  for (const { id, result, error } of parts.map(part => JSON.parse(part))) {
    const told = waiting.get(id);
    waiting.delete(id);
    if (told) error ? told.fail(new Error(error.message)) : told.done(result);
  }
});
const call = (method, params = {}) => new Promise((done, fail) => {
  waiting.set(++number, { done, fail });
  toBrowser.write(JSON.stringify({ id: number, method, params, sessionId: session }) + "\0");
});

const pause = time => new Promise(done => setTimeout(done, time));
async function run(expression) {
  const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(`${expression.slice(0, 200)}: ${exceptionDetails.exception?.description}`);
  return result.value;
}
async function until(condition) {
  for (let i = 0; i < 1200; i++, await pause(50)) if (await run(`Boolean(${condition})`).catch(() => false)) return;
  throw new Error("waited in vain for " + condition);
}
async function click(what) {
  await until(`document.querySelector(${JSON.stringify(what)})`);
  await run(`document.querySelector(${JSON.stringify(what)}).click()`);
  await pause(100);
}
async function choose(id, value) {
  await run(`{ const list = document.getElementById("${id}"); list.value = "${value}"; list.dispatchEvent(new Event("change", { bubbles: true })); }`);
}

const findings = [];
let views = 0;
async function look(view) {
  // Only colours differ on a dark screen, and no colour between languages.
  for (const value of view.startsWith("en") ? ["light", "dark"] : ["light"]) {
    const still = { name: "prefers-reduced-motion", value: "reduce" };
    await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }, still] });
    const options = { resultTypes: ["violations"], ...(value === "dark" && { runOnly: ["color-contrast"] }) };
    if (!view.startsWith("en")) options.rules = { "color-contrast": { enabled: false } };
    const { violations } = await run(`axe.run(document, ${JSON.stringify(options)})`);
    views += 1;
    for (const { id, help, nodes } of violations) {
      findings.push(`${view}, ${value}: ${id}: ${help}\n${nodes.map(({ html }) => "    " + html.slice(0, 200)).join("\n")}`);
    }
  }
}

async function lesson(which) {
  if (await run(`document.getElementById("lessons").hidden`)) await click("#first-page");
  await click(`[data-lesson=${which}]`);
  await until(`!document.getElementById("main").hidden && document.querySelector("#board .cell")`);
}

// A step of a turn that is seen, the question after the game, and its answer.
const still = "window.turnClock = (time, work) => { window.tick = () => { window.tick = null; work(); }; }";
async function seeTurns(view) {
  for (let isFirst = true; await run(`document.getElementById("status").dataset.over`) !== "true"; isFirst = false) {
    await until(`!document.body.matches(".busy") && document.querySelector("#board .can")`);
    await run(`document.querySelector("#board .can").click(); document.querySelector("#board .to")?.click()`);
    await until("window.tick");
    if (isFirst) await run("tick(); window.tick?.()").then(() => look(view + ", a turn"));
    await run("while (window.tick) tick()");
  }
  await look(view + ", a guess");
  await run(`document.querySelector(".guesses button").click(); while (window.tick) tick()`);
  await look(view + ", an answer");
}

async function visit(language) {
  const { identifier } = await call("Page.addScriptToEvaluateOnNewDocument", { source: still });
  await call("Page.navigate", { url: page });
  await until(`document.querySelector("#lessons:not([hidden]) .card") || !document.getElementById("main").hidden`);
  await run(readFileSync(axe, "utf8") + "; 0");
  if (await run("document.documentElement.lang") !== language) await click("#language");
  await until(`document.documentElement.lang === "${language}"`);
  if (await run(`document.getElementById("lessons").hidden`)) await click("#first-page");
  await look(`${language}, lessons`);
  for (const inside of ["#cards .prints", "#mosaic .square"]) {
    if (!await run(`Boolean(document.querySelector("${inside}"))`)) continue;
    await call("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
    await click(inside);
    await until(`document.getElementById("lid").open`);
    await look(`${language}, over the page: ${inside}`);
    await click("#lid > button");
    await until(`!document.getElementById("lid").open`);
  }
  await call("Emulation.clearDeviceMetricsOverride");
  for (const which of ["cups", "hexapawn", "tic-tac-toe"]) {
    await lesson(which);
    await look(`${language}, ${which}, new`);
    await seeTurns(`${language}, ${which}`);
    // Games against a player, until boxes have changed and there are curves.
    await choose("opponent", "random");
    await click("#teach");
    await until(`!document.getElementById("whole").hidden`);
    // What is behind "More" too.
    await run(`document.body.classList.contains("more") || document.getElementById("more").click()`);
    for (let i = 0; i < 12; i++) await click("#whole");
    for (const tab of ["game", "training", "boxes", "hand", "settings"]) {
      await click("#tab-" + tab);
      await pause(300);
      await look(`${language}, ${which}, ${tab}`);
    }
    await click("#tab-hand");
    await click("#hand-start button");
    await until(`document.getElementById("hand-list")`);
    const begin = `document.querySelector("#moves button, #board button.can")`;
    if (await run(`Boolean(${begin})`)) await run(`${begin}.click()`);
    await click("#hand-list");
    await run(`document.getElementById("hand-box").value = 1`);
    await click("#hand-find button");
    await look(`${language}, ${which}, by hand`);
  }
  await call("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

// The pages of a class: joining, a group at its board, the teacher with what was collected, and the wall both ways.
async function openClass(url, ready, language) {
  await call("Page.navigate", { url });
  await until(ready);
  await run(readFileSync(axe, "utf8") + "; 0");
  await until(`document.documentElement.lang === "${language}"`);
}
async function visitClass([join, wall, teacher], language) {
  // Who is not let in, and the wall before the first group.
  for (const [url, ready] of language === "en" ? [[new URL("/wall", join).href, ".refusal"], [wall, "#qr[src]"]] : []) {
    await openClass(url, `document.querySelector("${ready}")`, language);
    await look(`${language}, ${ready}`);
  }
  await call("Page.navigate", { url: join.replace(/\/j\/.*/, "/j/?other") });
  await until(`document.getElementById("language") && document.getElementById("language").textContent`);
  if (await run("document.documentElement.lang") !== language) await click("#language");
  await openClass(join + "?other", `document.querySelector("#form") && document.getElementById("language").textContent`, language);
  await look(`${language}, join`);
  await run(`document.getElementById("group").value = "Table ${language}"`);
  await click("#form button");
  await openClass(new URL("/", join).href, `document.querySelector("#board .cell")`, language);
  await look(`${language}, group`);
  while (!await run(`document.getElementById("status").dataset.over === "true"`)) {
    // While a turn is seen there is none.
    await run(`document.querySelector("#moves button, #board button")?.click()`);
    await pause(200);
  }
  for (const [way, at] of [["each", 0], ["one", 1]]) {
    await openClass(teacher, `document.querySelector("#groups li")`, language);
    await choose("way", way);
    await run(`document.getElementById("turn").disabled || document.getElementById("turn").click()`);
    await pause(500);
    if (!at) {
      await click("#collect");
      await until(`document.querySelector("#collected table")`);
    }
    await look(`${language}, teacher, ${way}`);
    await openClass(wall, `document.querySelector("#tiles li, #machine li")`, language);
    await look(`${language}, wall, ${way}`);
  }
  await openClass(teacher, `document.querySelector("#groups li")`, language);
  await choose("way", "each");
  await run(`document.getElementById("turn").click()`);
  await pause(500);
  // A step at which all are, and its answer.
  await choose("pace", "3");
  await until(`document.querySelector("#step-text b")`);
  await click("#answer");
  await look(`${language}, teacher, step`);
  await openClass(wall, `document.querySelector(".bars .right")`, language);
  await look(`${language}, wall, step`);
  await openClass(new URL("/", join).href, `document.querySelector("#path-choices .right")`, language);
  await look(`${language}, group, step`);
  await openClass(teacher, `document.querySelector("#groups li")`, language);
  await choose("pace", "free");
}

try {
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  session = (await call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  await call("Page.enable");
  for (const language of ["en", "ja"]) await visit(language);
  if (ofClass.length) for (const language of ["en", "ja"]) await visitClass(ofClass, language);
} finally {
  session = undefined;
  call("Browser.close").catch(() => {});
  await Promise.race([ended, pause(5000)]);
  chromium.kill("SIGKILL");
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`axe-core: ${views} views, ${findings.length} findings`);
for (const finding of findings) console.error(finding);
process.exit(findings.length ? 1 : 0);
