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

// Files. Several tabs may have them: each file has a number in the database, which grows with every change. A page reads
// what another tab has changed before it changes anything itself, and writes only what it has the number of, so that no
// tab overwrites what another one has learnt.

const others = new BroadcastChannel("menace");
const numbers = new Map(); // of the files as they are here, by name
let database = null;
let keeping = "kept"; // or "none": no database, "full": writing failed, "elsewhere": kept under another name
const unkept = new Map(); // the bytes of changed files by name; null for a removed file

function say(now, name) {
  if (now === keeping && !name) return;
  keeping = now;
  postMessage({ keeping, name });
}

function openDatabase() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("menace", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("files");
      asked.result.createObjectStore("owner");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

// Runs a transaction, and waits until it is complete. The numbers are in the store that once named the tab in charge.
function transact(mode, work) {
  return new Promise((done, failed) => {
    const transaction = database.transaction(["files", "owner"], mode, { durability: "strict" });
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
    work(transaction.objectStore("files"), transaction.objectStore("owner"), transaction);
  });
}
const each = (store, work) => {
  store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    work(cursor.key, cursor.value);
    cursor.continue();
  };
};

function bringIn(name, bytes) {
  write({ name, here: bytes !== undefined }, bytes);
  wasm.put();
}

const load = () => transact("readonly", (files, owner) => {
  each(files, bringIn);
  each(owner, (name, number) => numbers.set(name, number));
});

// Reads the files that another tab has changed; what is still to be written here waits for a name of its own.
async function readChanges() {
  if (!database) return false;
  const changed = [];
  await transact("readonly", (files, owner) => each(owner, (name, number) => {
    if (numbers.get(name) === number || unkept.has(name)) return;
    files.get(name).onsuccess = ({ target: { result } }) => changed.push([name, number, result]);
  }));
  for (const [name, number, bytes] of changed) {
    numbers.set(name, number);
    bringIn(name, bytes);
  }
  return changed.length > 0;
}

async function keepChanges() {
  for (let length = wasm.change(); length; length = wasm.change()) {
    const [{ name, here }, bytes] = read(length);
    unkept.set(name, here ? bytes : null);
  }
  if (!unkept.size || !database) return;
  const written = new Map(), besides = [];
  try {
    await transact("readwrite", (files, owner, transaction) => {
      for (const [name, bytes] of unkept) {
        owner.get(name).onsuccess = ({ target: { result: number = 0 } }) => {
          const isOurs = number === (numbers.get(name) || 0);
          if (!isOurs && !name.endsWith(".menace")) return;
          const under = isOurs ? name : `${name.replace(/(-saved-\d+)?\.menace$/, "").slice(0, 28)}-saved-${random() % 10000n}.menace`;
          try {
            if (bytes) files.put(bytes, under); else if (isOurs) files.delete(name);
            owner.put(isOurs ? number + 1 : 1, under);
          } catch { return transaction.abort(); }
          written.set(under, isOurs ? number + 1 : 1);
          if (!isOurs) besides.push([under, bytes]);
        };
      }
    });
  } catch { return say("full"); }
  for (const [name, number] of written) numbers.set(name, number);
  unkept.clear();
  if (!besides.length) say("kept");
  for (const [name, bytes] of besides) {
    bringIn(name, bytes);
    say("elsewhere", name.replace(".menace", ""));
  }
  // The machine itself is now as the other tab has it.
  if (besides.length && await readChanges()) postMessage({ changed: true });
  others.postMessage(0);
}
// Another tab has written something, which is shown if it can be seen here.
others.onmessage = () => does(async () => { if (await readChanges()) postMessage({ changed: true }); });

// Trainings, some games at a time, so that requests are answered in between.

const STEP = 40; // milliseconds
let games = 1000; // in one step
let training = false;

async function step() {
  await readChanges();
  const begun = performance.now();
  const left = wasm.advance(begun, BigInt(games));
  const took = Math.max(1, performance.now() - begun);
  games = Math.round(Math.min(1e7, Math.max(1, games * Math.min(2, STEP / took))));
  await keepChanges();
  training = left > 0;
  if (training) setTimeout(() => does(step));
}

async function answer({ id, path, post, body }) {
  if (post && await readChanges()) postMessage({ changed: true });
  const [place, query = ""] = path.split("?");
  write({ post, path: place, query }, body);
  const [{ status }, bytes] = read(wasm.answer(performance.now(), random()));
  await keepChanges();
  postMessage({ id, status, bytes });
  if (!training && post) {
    training = true;
    does(step);
  }
}

async function begin({ module }) {
  wasm = (await WebAssembly.instantiate(module, {})).instance.exports;
  try {
    database = await openDatabase();
    await load();
  } catch {
    database = null;
    say("none");
  }
  wasm.begin();
  postMessage({ ready: true });
}

let queue = Promise.resolve();
function does(work) {
  queue = queue.then(work).catch(() => postMessage({ broken: true }));
}
onmessage = ({ data }) => does(() => data.module ? begin(data) : answer(data));
