// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Where the satellites are and how strong their signals are, as pictures and as a table. Labels give way to each other.

import { byID, element, satelliteLabel, setAttributes, setText, shape, systemClass, systemName } from "./words.js";

const order = ["gps", "glonass", "galileo", "beiDou", "qzss", "navIC", "sbas"];

/** Each satellite once, with its strongest signal. */
function merged(list) {
  const found = new Map();
  for (const one of list) {
    const key = satelliteLabel(one);
    const known = found.get(key);
    if (!known) found.set(key, { ...one });
    else if ((one.carrierToNoise ?? -1) > (known.carrierToNoise ?? -1)) known.carrierToNoise = one.carrierToNoise;
  }
  const rank = one => (order.indexOf(one.system) + 1 || 9) * 1000 + one.number;
  return [...found.values()].sort((one, other) => rank(one) - rank(other));
}

export function drawSatellites(list) {
  const satellites = merged(list);
  if (byID("sky").clientWidth) drawSky(satellites);
  if (byID("signals").clientWidth) drawSignals(satellites);
  if (byID("satellites").offsetParent) drawTable(satellites);
}

function drawSky(satellites) {
  // Before the picture is measured, which takes what they leave.
  tellCounts(satellites);
  const sky = byID("sky");
  const [width, height] = [sky.clientWidth, sky.clientHeight];
  setAttributes(sky, { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}` });
  const radius = Math.max(20, Math.min(width, height) / 2 - 18);
  const parts = [1, 2 / 3, 1 / 3].map(part => shape("circle", { class: "grid", r: radius * part }));
  parts.push(shape("path", { class: "grid", d: `M${-radius} 0H${radius}M0 ${-radius}V${radius}` }));
  const directions = [["N", 0, -radius - 4], ["E", radius + 10, 5], ["S", 0, radius + 15], ["W", -radius - 10, 5]];
  for (const [text, x, y] of directions) {
    parts.push(shape("text", { x, y, class: "strong middle" }, text));
  }
  const dots = satellites.filter(one => one.elevation !== undefined && one.azimuth !== undefined).map(one => {
    const [away, angle] = [radius * (1 - Math.max(one.elevation, 0) / 90), one.azimuth * Math.PI / 180];
    return { one, x: away * Math.sin(angle), y: -away * Math.cos(angle) };
  });
  const size = radius > 90 ? 6 : 5;
  for (const { one, x, y } of dots) {
    parts.push(shape("circle", {
      cx: x.toFixed(1), cy: y.toFixed(1), r: size, class: `satellite ${systemClass(one.system)}${one.used ? " used" : ""}`,
    }));
  }
  sky.replaceChildren(...parts, ...skyLabels(dots, size, directions, [width / 2, height / 2]));
}

/** Labels below, above or beside their dots, the used and the highest first; those without a free place are left out. */
function skyLabels(dots, size, directions, [right, bottom]) {
  const boxes = [
    ...dots.map(({ x, y }) => [x - size - 1, y - size - 1, x + size + 1, y + size + 1]),
    ...directions.map(([, x, y]) => [x - 8, y - 13, x + 8, y + 3]),
  ];
  const rank = ({ one }) => (one.used ? 100 : 0) + one.elevation;
  const labels = [];
  for (const { one, x, y } of [...dots].sort((one, other) => rank(other) - rank(one))) {
    const text = satelliteLabel(one);
    const half = text.length * 4 + 1;
    const place = [[0, size + 12], [0, -size - 4], [half + size + 2, 4], [-half - size - 2, 4]].map(([dx, dy]) => [x + dx, y + dy])
      .find(([left, top]) => {
        const box = [left - half, top - 11, left + half, top + 2];
        const isFree = box[0] > -right && box[2] < right && box[1] > -bottom && box[3] < bottom
          && !boxes.some(other => other[0] < box[2] && box[0] < other[2] && other[1] < box[3] && box[1] < other[3]);
        if (isFree) boxes.push(box);
        return isFree;
      });
    if (place) labels.push(shape("text", { x: place[0].toFixed(1), y: place[1].toFixed(1), class: "middle" }, text));
  }
  return labels;
}

function tellCounts(satellites) {
  const used = satellites.filter(one => one.used).length;
  const words = satellites.length ? `${satellites.length} satellites in view, ${used} used` : "No satellites";
  setAttributes(byID("sky"), { "aria-label": words });
  const systems = [...new Set(satellites.map(one => one.system))].map(system => {
    const own = satellites.filter(one => one.system === system);
    const count = `${own.filter(one => one.used).length}/${own.length}`;
    return element("span", { class: `key ${systemClass(system)}` }, `● ${systemName(system)} ${count}`);
  });
  byID("systems").replaceChildren(...systems.flatMap(one => [one, " "]));
}

function drawSignals(satellites) {
  const picture = byID("signals");
  const heard = satellites.filter(one => one.carrierToNoise !== undefined);
  const best = heard.map(one => one.carrierToNoise).sort((one, other) => other - one).slice(0, 4);
  const mean = best.reduce((sum, value) => sum + value, 0) / 4;
  const words = best.length === 4 ? `Mean C/N₀ of the best four: ${mean.toFixed(1)} dB-Hz` : "";
  setText(byID("best"), words);
  const [width, height] = [picture.clientWidth, picture.clientHeight];
  setAttributes(picture, { viewBox: `0 0 ${width} ${height}` });
  const [left, bottom] = [22, height - 30];
  const y = strength => bottom - Math.min(strength, 55) / 55 * (bottom - 6);
  const parts = [];
  for (const strength of height < 110 ? [0, 40] : [0, 20, 40]) {
    parts.push(shape("path", { class: "grid", d: `M${left} ${y(strength)}H${width}` }));
    parts.push(shape("text", { x: left - 4, y: Math.max(y(strength) + 4, 11), class: "end" }, String(strength)));
  }
  const step = Math.min(34, (width - left) / Math.max(heard.length, 1));
  // Names stand upright below every bar, every second, every third …
  const every = Math.ceil(14 / step);
  heard.forEach((one, index) => {
    const x = left + step * (index + 0.5);
    const top = y(one.carrierToNoise);
    parts.push(shape("rect", {
      x: (x - step * 0.36).toFixed(1), width: (step * 0.72).toFixed(1), y: top.toFixed(1),
      height: Math.max(bottom - top, 1).toFixed(1), class: `signal ${systemClass(one.system)}${one.used ? " used" : ""}`,
    }));
    if (index % every) return;
    parts.push(shape("text", step >= 32
      ? { x: x.toFixed(1), y: bottom + 14, class: "middle" }
      : { transform: `translate(${(x + 4).toFixed(1)} ${bottom + 3}) rotate(-90)`, class: "end" }, satelliteLabel(one)));
  });
  picture.replaceChildren(...parts);
  setAttributes(picture, { "aria-label": heard.length ? `Signals of ${heard.length} satellites. ${words}` : "No signals" });
}

function drawTable(satellites) {
  const cell = value => element("td", {}, value);
  const rows = satellites.map(one => element("tr", {},
    element("th", { scope: "row" }, `${systemName(one.system)} ${one.number}`),
    cell(one.elevation === undefined ? "" : `${one.elevation}°`),
    cell(one.azimuth === undefined ? "" : `${one.azimuth}°`),
    cell(one.carrierToNoise === undefined ? "" : `${one.carrierToNoise.toFixed(0)} dB-Hz`),
    cell(one.used ? "yes" : "no")));
  byID("satellites").replaceChildren(...rows);
}
