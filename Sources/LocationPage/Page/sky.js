// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Where the satellites are and how strong their signals are, as pictures and as a table.

import { element, satelliteLabel, shape, systemClass, systemName } from "./words.js";

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
  drawSky(satellites);
  drawSignals(satellites);
  drawTable(satellites);
}

function drawSky(satellites) {
  const sky = document.getElementById("sky");
  const parts = [90, 60, 30].map(radius => shape("circle", { class: "grid", r: radius }));
  parts.push(shape("path", { class: "grid", d: "M-90 0H90M0-90V90" }));
  for (const [text, x, y] of [["N", 0, -97], ["E", 101, 4], ["S", 0, 105], ["W", -101, 4]]) {
    parts.push(shape("text", { x, y, "text-anchor": "middle", class: "strong" }, text));
  }
  const placed = satellites.filter(one => one.elevation !== undefined && one.azimuth !== undefined);
  const labels = [];
  for (const one of placed) {
    const radius = 90 - Math.max(one.elevation, 0);
    const angle = one.azimuth * Math.PI / 180;
    const [x, y] = [radius * Math.sin(angle), -radius * Math.cos(angle)];
    parts.push(shape("circle", {
      cx: x.toFixed(1), cy: y.toFixed(1), r: 4.5,
      class: `satellite ${systemClass(one.system)}${one.used ? " used" : ""}`,
    }));
    // Above all dots: a label below the dot of another satellite could not be read.
    labels.push(shape("text", {
      x: x.toFixed(1), y: (y + 13).toFixed(1), "text-anchor": "middle", class: "halo small",
    }, satelliteLabel(one)));
  }
  sky.replaceChildren(...parts, ...labels);
  const used = satellites.filter(one => one.used).length;
  const words = satellites.length ? `${satellites.length} satellites in view, ${used} used` : "No satellites";
  sky.setAttribute("aria-label", words);
  const systems = [...new Set(satellites.map(one => one.system))].map(system => {
    const own = satellites.filter(one => one.system === system);
    const count = `${own.filter(one => one.used).length}/${own.length}`;
    return element("span", { class: `key ${systemClass(system)}` }, `● ${systemName(system)} ${count}`);
  });
  const key = systems.flatMap(system => [system, " "]);
  document.getElementById("systems").replaceChildren(
    ...satellites.length ? [...key, "used of those in view; used satellites are filled"] : []);
}

function drawSignals(satellites) {
  const picture = document.getElementById("signals");
  const heard = satellites.filter(one => one.carrierToNoise !== undefined);
  const [width, height] = [picture.clientWidth || 320, picture.clientHeight || 128];
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const [left, bottom] = [22, height - 26];
  const y = strength => bottom - Math.min(strength, 55) / 55 * (bottom - 6);
  const parts = [];
  for (const strength of [0, 20, 40]) {
    parts.push(shape("path", { class: "grid", d: `M${left} ${y(strength)}H${width}` }));
    parts.push(shape("text", { x: left - 4, y: y(strength) + 4, "text-anchor": "end" }, String(strength)));
  }
  const step = Math.min(30, (width - left) / Math.max(heard.length, 1));
  heard.forEach((one, index) => {
    const x = left + step * (index + 0.5);
    const top = y(one.carrierToNoise);
    parts.push(shape("rect", {
      x: (x - step * 0.36).toFixed(1), width: (step * 0.72).toFixed(1), y: top.toFixed(1),
      height: Math.max(bottom - top, 1).toFixed(1),
      class: `signal ${systemClass(one.system)}${one.used ? " used" : ""}`,
    }));
    const place = step < 24
      ? { transform: `translate(${(x + 4).toFixed(1)} ${bottom + 24}) rotate(-90)` }
      : { x: x.toFixed(1), y: bottom + 14, "text-anchor": "middle" };
    parts.push(shape("text", place, satelliteLabel(one)));
  });
  picture.replaceChildren(...parts);
  const best = heard.map(one => one.carrierToNoise).sort((one, other) => other - one).slice(0, 4);
  const mean = best.reduce((sum, value) => sum + value, 0) / 4;
  const words = best.length === 4 ? `Mean C/N₀ of the best four: ${mean.toFixed(1)} dB-Hz` : "";
  document.getElementById("best").textContent = words;
  picture.setAttribute("aria-label", heard.length ? `Signals of ${heard.length} satellites. ${words}` : "No signals");
}

function drawTable(satellites) {
  const cell = value => element("td", {}, value);
  const rows = satellites.map(one => element("tr", {},
    element("th", { scope: "row" }, `${systemName(one.system)} ${one.number}`),
    cell(one.elevation === undefined ? "" : `${one.elevation}°`),
    cell(one.azimuth === undefined ? "" : `${one.azimuth}°`),
    cell(one.carrierToNoise === undefined ? "" : `${one.carrierToNoise.toFixed(0)} dB-Hz`),
    cell(one.used ? "yes" : "no")));
  document.getElementById("satellites").replaceChildren(...rows);
}
