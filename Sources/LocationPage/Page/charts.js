// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How it was in the last five minutes.

import { seconds } from "./connection.js";
import * as units from "./units.js";
import { byID, setAttributes, setText, shape } from "./words.js";

const length = 300;
/** Seconds without a fix from which on the curve is interrupted. */
const outage = 10;

/** A `time`, seconds, and the `fix`, or none for an outage; the oldest first. */
let entries = [];
/** The time of the last fix of a recording, seconds since 1970; `null` for anything else. */
let recorded = null;

/** The clock of the charts: of a recording, which may be replayed faster than it was recorded, that of its fixes. */
const clock = () => recorded ?? seconds();

const ownTime = fix => fix.timestamp === undefined ? null : Date.parse(fix.timestamp) / 1000;

/** Starts from what the page was told: fixes with their `age` in seconds or, if they are of a recording, a `timestamp`. */
export function setMinutes(list) {
  const now = seconds();
  entries = list.map(({ age, ...fix }) => ({ time: ownTime(fix) ?? now - age, fix }));
  recorded = ownTime(list.at(-1) ?? {});
}

/** A fix came; `arrival` is in seconds of `performance.now()`. */
export function addMinute(fix, arrival, isRecorded) {
  const time = isRecorded ? ownTime(fix) : null;
  // A clock that was set back, or a fix without a time among others, begins another history.
  if (recorded !== null && (time === null || time < recorded)) entries = [];
  recorded = time;
  const entry = { time: time ?? arrival, fix };
  const last = entries.at(-1);
  if (last?.fix && entry.time - last.time < 0.9) return;
  entries.push(entry);
  while (entry.time - entries[0].time > length + outage) entries.shift();
}

/** The fix was lost. */
export function interruptMinutes() {
  if (entries.at(-1)?.fix) entries.push({ time: clock() });
}

export function drawMinutes() {
  const [factor, unit] = units.lengthUnit();
  setText(byID("accuracy-title"), `Accuracy, ${unit}`);
  draw("accuracy", fix => fix.horizontalAccuracy === undefined ? undefined : fix.horizontalAccuracy / factor, "Accuracy", unit);
  draw("used", fix => fix.satellitesUsed, "Satellites used", "");
}

function draw(id, read, title, unit) {
  const picture = byID(id);
  const [width, height] = [picture.clientWidth, picture.clientHeight];
  if (!width || !height) return;
  setAttributes(picture, { viewBox: `0 0 ${width} ${height}` });
  const now = clock();
  const known = entries.filter(one => one.fix && now - one.time <= length).map(one => read(one.fix)).filter(one => one !== undefined);
  const top = nice(Math.max(...known, 1));
  const [left, bottom] = [34, height - 18];
  const x = time => width - 4 - (now - time) / length * (width - 4 - left);
  const y = value => bottom - value / top * (bottom - 9);
  const parts = [];
  for (const value of height < 80 ? [0, top] : [0, top / 2, top]) {
    parts.push(shape("path", { class: "grid", d: `M${left} ${y(value)}H${width}` }));
    parts.push(shape("text", { x: left - 4, y: Math.max(y(value) + 4, 11), class: "end" }, String(+value.toFixed(1))));
  }
  for (const minutes of width < 260 ? [4, 2] : [4, 3, 2, 1]) {
    parts.push(shape("text", { x: x(now - minutes * 60), y: height - 3, class: "middle" }, `−${minutes} min`));
  }
  parts.push(shape("path", { class: "curve", d: curve(read, x, y, now) }));
  picture.replaceChildren(...parts);
  const words = known.length
    ? `${title}: now ${+known.at(-1).toFixed(1)} ${unit}, at most ${+Math.max(...known).toFixed(1)} ${unit} in five minutes` : "Nothing so far";
  setAttributes(picture, { "aria-label": words });
}

function curve(read, x, y, now) {
  let [path, before] = ["", null];
  for (const one of entries) {
    const value = one.fix && read(one.fix);
    if (value === undefined || now - one.time > length) { before = null; continue; }
    const command = before === null || one.time - before > outage ? "M" : "L";
    path += `${command}${x(one.time).toFixed(1)} ${y(value).toFixed(1)}`;
    before = one.time;
  }
  return path;
}

/** The next of 1, 2, 5, 10, 20 … that is not less. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value * 0.999);
}
