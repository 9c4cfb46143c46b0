// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How it was in the last five minutes.

import { shape } from "./words.js";

const length = 300;
/** Seconds without a fix from which on the curve is interrupted. */
const outage = 10;

let entries = [];

/** Starts from what the page was told; times are seconds of `performance.now()`. */
export function setHistory(list) { entries = list; }

/** A fix came, or with `null` was lost. */
export function addHistory(entry) {
  const last = entries.at(-1);
  if (entry && last?.fix && entry.time - last.time < 0.9) return;
  if (entry) entries.push(entry);
  else if (last) entries.push({ time: performance.now() / 1000 });
  entries = entries.filter(one => entries.at(-1).time - one.time <= length + outage);
}

export function drawHistory() {
  draw("accuracy", "horizontalAccuracy", "Accuracy", "m");
  draw("used", "satellitesUsed", "Satellites used", "");
}

function draw(id, member, title, unit) {
  const picture = document.getElementById(id);
  const [width, height] = [picture.clientWidth || 320, picture.clientHeight || 88];
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const now = performance.now() / 1000;
  const known = entries.filter(one => one.fix && one.fix[member] !== undefined && now - one.time <= length);
  const most = Math.max(...known.map(one => one.fix[member]), 1);
  const top = nice(most);
  const [left, bottom] = [30, height - 16];
  const x = time => width - 4 - (now - time) / length * (width - 4 - left);
  const y = value => bottom - value / top * (bottom - 8);
  const parts = [];
  for (const value of [0, top / 2, top]) {
    parts.push(shape("path", { class: "grid", d: `M${left} ${y(value)}H${width}` }));
    parts.push(shape("text", { x: left - 4, y: y(value) + 4, "text-anchor": "end" }, String(+value.toFixed(1))));
  }
  for (const minutes of [5, 4, 3, 2, 1]) {
    const place = Math.max(x(now - minutes * 60), left);
    parts.push(shape("text", { x: place, y: height - 2, "text-anchor": "middle" }, `−${minutes} min`));
  }
  parts.push(shape("path", { class: "curve", d: curve(member, x, y, now) }));
  picture.replaceChildren(...parts);
  const last = known.at(-1)?.fix[member];
  picture.setAttribute("aria-label",
    known.length ? `${title}: now ${last} ${unit}, at most ${most} ${unit} in five minutes` : "No history");
}

function curve(member, x, y, now) {
  let [path, before] = ["", null];
  for (const one of entries) {
    const value = one.fix?.[member];
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
