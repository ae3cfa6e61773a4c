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

// Files. The page that was opened last owns them: an earlier one in another tab stops writing, so that
// neither overwrites what the other has learnt.

const own = String(random());
let database = null;
let keeping = "kept"; // or "none": no database, "full": writing failed, "elsewhere": another tab owns the files
let unkept = new Map(); // the bytes of changed files by name; null for a removed file

function say(now) {
  if (now === keeping) return;
  keeping = now;
  postMessage({ keeping });
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

// Runs a transaction, and waits until it is complete.
function transact(work) {
  return new Promise((done, failed) => {
    const transaction = database.transaction(["files", "owner"], "readwrite", { durability: "strict" });
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
    work(transaction.objectStore("files"), transaction.objectStore("owner"), transaction);
  });
}

const load = () => transact((files, owner) => {
  owner.put(own, 0);
  files.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    write({ name: cursor.key, here: true }, cursor.value);
    wasm.put();
    cursor.continue();
  };
});

async function keepChanges() {
  for (let length = wasm.change(); length; length = wasm.change()) {
    const [{ name, here }, bytes] = read(length);
    unkept.set(name, here ? bytes : null);
  }
  if (!unkept.size || !database || keeping === "elsewhere") return;
  let isOurs = true;
  try {
    await transact((files, owner, transaction) => {
      owner.get(0).onsuccess = ({ target: { result } }) => {
        isOurs = result === own;
        if (!isOurs) return transaction.abort();
        try {
          for (const [name, bytes] of unkept) if (bytes) files.put(bytes, name); else files.delete(name);
        } catch { transaction.abort(); }
      };
    });
    unkept.clear();
    say("kept");
  } catch { say(isOurs ? "full" : "elsewhere"); }
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
  await keepChanges();
  training = left > 0;
  if (training) setTimeout(() => does(step));
}

async function answer({ id, path, post, body }) {
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
