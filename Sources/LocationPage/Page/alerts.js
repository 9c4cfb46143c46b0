// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The alerts above every view, and the sound of those that are alarms.

import { write } from "./connection.js";
import { byID, element, setAttributes, setText } from "./words.js";

const nodes = new Map();
/** What an alert offers besides acknowledging it: name to `[label, action]`. */
const offers = new Map();

export const offer = (name, label, action) => offers.set(name, [label, action]);

/** Shows these alerts, in this order; each keeps its element while it lasts, so that it is read aloud once. */
export function showAlerts(list) {
  const names = new Set(list.map(one => one.name));
  for (const [name, node] of nodes) {
    if (names.has(name)) continue;
    node.root.remove();
    nodes.delete(name);
  }
  // One button silences all.
  let isFirst = true;
  list.forEach((one, index) => {
    const node = nodes.get(one.name) ?? create(one.name);
    update(node, one, isFirst);
    isFirst &&= !isSounding(one);
    const there = byID("alerts").children[index];
    if (there !== node.root) byID("alerts").insertBefore(node.root, there ?? null);
  });
  sound(list.some(one => one.level === "alarm" && !one.acknowledged));
}

function create(name) {
  const [text, figures, buttons] = [element("span", { class: "text" }), element("span", { class: "changing", "aria-live": "off" }), element("span", { class: "answers" })];
  const root = element("div", { "data-alert": name, class: "alert" }, element("p", {}, text, " ", figures), buttons);
  const node = { root, text, figures, buttons, shown: null };
  nodes.set(name, node);
  return node;
}

const isSounding = ({ level, acknowledged }) => level === "alarm" && !acknowledged;

function update(node, alert, isFirst) {
  const { name, level, acknowledged, text, figures } = alert;
  setAttributes(node.root, { "data-level": level, "data-acknowledged": level === "alarm" ? Boolean(acknowledged) : null });
  setText(node.text, text);
  setText(node.figures, figures ?? "");
  const key = `${isSounding(alert)} ${isFirst}`;
  if (node.shown === key) return;
  node.shown = key;
  const buttons = [];
  if (offers.has(name)) buttons.push(button(...offers.get(name)));
  if (isSounding(alert)) {
    if (isFirst) buttons.push(button("Silence", silence));
    buttons.push(button("Acknowledge", () => acknowledge(node, name)));
  }
  node.buttons.replaceChildren(...buttons);
}

function button(label, action) {
  const node = element("button", { type: "button" }, label);
  node.addEventListener("click", action);
  return node;
}

/** Acknowledges for all browsers; the server says so to each. */
async function acknowledge(node, name) {
  try {
    await write("POST", `/alerts/${name}/acknowledge`);
  } catch (error) {
    setText(node.figures, `Not acknowledged: ${error.message}`);
  }
}

// The sound

let context = null;
let isWanted = false;
let isWatching = false;
let silentUntil = 0;
let chirpUntil = 0;
let timer = null;
let told = () => {};

const now = () => performance.now() / 1000;

/** Calls back when the sound has become possible or impossible. */
export const whenSoundChanges = listener => { told = listener; };

/** Whether this device should make a sound, or might have to, and cannot because nobody has touched it. */
export const isSoundBlocked = () => document.body.dataset.sound === "blocked";

/** A watch is set, which may have to make a sound. */
export function watchForSound(isSet) {
  if (isSet !== isWatching || isSet && !lock) stayAwake(isSet);
  isWatching = isSet;
  tell();
}

/** Keeps the screen on during a watch, where the browser offers that: on this machine, and over an encrypted connection. */
let lock = null;
let isAsking = false;

async function stayAwake(isSet) {
  if (!isSet) {
    lock?.release();
    lock = null;
    return;
  }
  if (!navigator.wakeLock || document.hidden || isAsking) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
    isAsking = false;
  } catch {
    // Such as with an empty battery: it is asked again later.
    setTimeout(() => { isAsking = false; }, 30000);
  }
}

/** Turns the sound on, from the press of a button or key, without which browsers allow none. */
export function unlockSound() {
  context ??= new AudioContext();
  context.resume().then(tell, tell);
  tell();
}

/** A short tone that lets people hear that the device can make a sound. */
export function chirp() {
  unlockSound();
  chirpUntil = now() + 1.2;
  play([660, 880]);
  tell();
  setTimeout(tell, 1300);
}

function silence() {
  silentUntil = now() + 30;
  tell();
  setTimeout(tell, 30100);
}

function sound(isAlarm) {
  if (isAlarm && !isWanted) silentUntil = 0;
  isWanted = isAlarm;
  tell();
}

function tell() {
  const isDue = isWanted && now() >= silentUntil;
  const isNeeded = isWanted || isWatching;
  const canPlay = context?.state === "running";
  const state = isDue && canPlay || canPlay && now() < chirpUntil ? "on" : isNeeded && !canPlay ? "blocked" : "off";
  if (state === "on" && isDue && timer === null) {
    timer = setInterval(() => play([880, 660, 880]), 1600);
    play([880, 660, 880]);
  } else if (!(state === "on" && isDue) && timer !== null) {
    clearInterval(timer);
    timer = null;
  }
  if (document.body.dataset.sound === state) return;
  document.body.dataset.sound = state;
  told();
}

/** Tones of a quarter of a second each. */
function play(tones) {
  if (!context) return;
  const volume = context.createGain();
  volume.connect(context.destination);
  tones.forEach((frequency, index) => {
    const tone = context.createOscillator();
    const begin = context.currentTime + index * 0.3;
    tone.type = "square";
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(begin);
    tone.stop(begin + 0.25);
  });
  volume.gain.setValueAtTime(0.4, context.currentTime);
}

for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, () => { if (isWatching || isWanted) unlockSound(); }, { capture: true });
}
