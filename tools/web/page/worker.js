// Runs the program, and keeps its files in the browser's database.
"use strict";

let wasm = null;
const encoder = new TextEncoder(), decoder = new TextDecoder();

// A line of JSON and what follows it, in the buffer of the program.
function write(line, rest = new Uint8Array()) {
  const head = encoder.encode(JSON.stringify(line) + "\n");
  const at = wasm.room(head.length + rest.length);
  const buffer = new Uint8Array(wasm.memory.buffer, at, head.length + rest.length);
  buffer.set(head);
  buffer.set(rest, head.length);
}
function read(length) {
  const buffer = new Uint8Array(wasm.memory.buffer, wasm.at(), length).slice();
  const end = buffer.indexOf(10);
  return [JSON.parse(decoder.decode(buffer.subarray(0, end))), buffer.slice(end + 1)];
}
const random = () => crypto.getRandomValues(new BigUint64Array(1))[0];

// Files. The program in memory has all of them, and answers whatever becomes of the browser's database, which is a copy of
// them for later. Several tabs may use it: each file there has a number at random, another one after every change. A tab
// reads what another one has changed before it changes anything itself, and writes only over what it has seen, so that no
// tab overwrites what another one has learnt.

const PATIENCE = 1000; // milliseconds until the database counts as lost, of which an answer waits for no more
const AT_FIRST = 5000; // the same before the first answer, which may need a file
const MOST = 8000;
const others = new BroadcastChannel("menace");
const files = new Map(); // the bytes of all files as they are here, by name; undefined for a removed file
const unkept = new Set(); // the names of those that the database does not have like this
const seen = new Set(); // the states that were read or written here: name and number
let database = null, opening = null;
let meetings = 0, met = false, isLost = false, patience = PATIENCE;
let keeping = "kept"; // or "none": no database so far, "full": writing failed, "elsewhere": kept under another name

function say(now, name) {
  if (now === keeping && !name) return;
  keeping = now;
  postMessage({ keeping, name });
}

const open = () => opening ||= new Promise((done, failed) => {
  const asked = indexedDB.open("menace", 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("files");
    asked.result.createObjectStore("owner");
  };
  asked.onsuccess = () => {
    database = asked.result;
    database.onclose = database.onversionchange = lose;
    done();
  };
  asked.onerror = () => failed(asked.error);
}).finally(() => { opening = null; });

// Runs a transaction, and waits until it is complete. The numbers are in the store that once named the tab in charge.
function transact(mode, work) {
  return new Promise((done, failed) => {
    const transaction = database.transaction(["files", "owner"], mode, { durability: "strict" });
    const stores = ["files", "owner"].map(name => transaction.objectStore(name));
    const [, owner] = stores;
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
    owner.getAllKeys().onsuccess = ({ target: { result: names } }) => {
      owner.getAll().onsuccess = ({ target: { result: numbers } }) => {
        try { work(new Map(names.map((name, i) => [name, numbers[i]])), ...stores); } catch { transaction.abort(); }
      };
    };
  });
}

function bringIn(name, bytes) {
  files.set(name, bytes);
  write({ name, here: bytes !== undefined }, bytes);
  wasm.put();
}
function takeChanges() {
  for (let length = wasm.change(); length; length = wasm.change()) {
    const [{ name, here }, bytes] = read(length);
    files.set(name, here ? bytes : undefined);
    unkept.add(name);
  }
}

// Reads what other tabs have changed, and writes what is only here; after a loss, that is all that the database lacks.
async function meet() {
  const meeting = ++meetings, isWhole = isLost || !met;
  if (!database) await open();
  checkPresent(meeting);
  const news = [], written = [], besides = [];
  await transact(unkept.size || isWhole && files.size ? "readwrite" : "readonly", (numbers, stored, owner) => {
    const isSeen = name => !numbers.has(name) || seen.has(name + numbers.get(name));
    for (const [name, number] of numbers) {
      if (isSeen(name) || unkept.has(name)) continue;
      stored.get(name).onsuccess = ({ target: { result } }) => news.push([name, number, result]);
    }
    for (const name of isWhole ? files.keys() : unkept) {
      const bytes = files.get(name), isMachine = bytes && name.endsWith(".menace");
      if (!unkept.has(name) && (numbers.has(name) || !bytes)) continue;
      written.push([name, bytes]);
      if (!isSeen(name) && !isMachine) continue;
      const under = isSeen(name) ? name : `${name.replace(/(-saved-\d+)?\.menace$/, "").slice(0, 28)}-saved-${random() % 10000n}.menace`;
      if (under !== name) besides.push([under, bytes]);
      const number = random();
      seen.add(under + number);
      owner.put(number, under);
      if (bytes) stored.put(bytes, under); else stored.delete(under);
    }
  });
  checkPresent(meeting);
  [met, isLost, patience] = [true, false, PATIENCE];
  // What has changed meanwhile is still to be written.
  for (const [name, bytes] of written) if (files.get(name) === bytes) unkept.delete(name);
  const present = news.filter(([name]) => !unkept.has(name));
  for (const [name, number] of present) seen.add(name + number);
  const changed = present.filter(([name, , bytes]) => !isSame(files.get(name), bytes));
  for (const [name, , bytes] of changed) bringIn(name, bytes);
  for (const [name, bytes] of besides) {
    bringIn(name, bytes);
    say("elsewhere", name.replace(".menace", ""));
  }
  if ((isWhole || written.length) && !besides.length) say("kept");
  if (changed.length) postMessage({ changed: true });
  if (written.length) others.postMessage(0);
  // The machine itself is now as the other tab has it.
  if (besides.length) await meet();
}
const isSame = (a, b) => a === b || a?.length === b?.length && a.every((byte, i) => byte === b[i]);
// What a lost database still says comes too late.
function checkPresent(meeting) { if (meeting !== meetings) throw new Error("too late"); }
const meetWithin = time => Promise.race([meet(), new Promise((_, failed) => setTimeout(failed, time))]);

let inTurn = Promise.resolve();
function keep(time = PATIENCE) {
  if (!isLost) inTurn = inTurn.then(() => isLost || meetWithin(time)).catch(lose);
  return isLost || inTurn;
}
function lose() {
  meetings++;
  database?.close();
  database = null;
  say(met ? "full" : "none");
  if (isLost) return;
  isLost = true;
  regain();
}
async function regain() {
  while (isLost) {
    patience = Math.min(MOST, 2 * patience);
    await meetWithin(patience).catch(lose);
    if (isLost) await new Promise(done => setTimeout(done, PATIENCE));
  }
}

// Trainings, some games at a time, so that requests are answered in between.

const STEP = 40; // milliseconds
let games = 1000; // in one step
let training = false;

async function step() {
  const begun = performance.now();
  const left = wasm.advance(begun, BigInt(games));
  const took = Math.max(1, performance.now() - begun);
  games = Math.round(Math.min(1e7, Math.max(1, games * Math.min(2, STEP / took))));
  takeChanges();
  await keep();
  training = left > 0;
  if (training) setTimeout(() => does(step));
}

async function answer({ id, path, post, body }) {
  if (post) await keep();
  const [place, query = ""] = path.split("?");
  write({ post, path: place, query }, body);
  const [{ status }, bytes] = read(wasm.answer(performance.now(), random()));
  takeChanges();
  if (unkept.size) await keep();
  postMessage({ id, status, bytes });
  if (!training && post) {
    training = true;
    does(step);
  }
}

async function begin({ module }) {
  wasm = (await WebAssembly.instantiate(module, {})).instance.exports;
  await keep(AT_FIRST);
  wasm.begin();
  postMessage({ ready: true });
  // What another tab has written is shown if it can be seen here.
  others.onmessage = () => keep();
}

let queue = Promise.resolve();
function does(work) {
  queue = queue.then(work).catch(() => postMessage({ broken: true }));
}
onmessage = ({ data }) => does(() => data.module ? begin(data) : answer(data));
