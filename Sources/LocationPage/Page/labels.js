// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is written on the map where there is room: the names of the largest towns in view, so that a map far from any coast says
// where it is, and where its tiles end.

import { fetchJSON } from "./connection.js";
import { at, ground, near, place, project, size, unproject, view } from "./mapview.js";
import * as units from "./units.js";
import { shape } from "./words.js";

/** The towns of the area that was requested last, the largest first: `{ name, point }`. */
let towns = [];
/** That area, in radians on the sphere cut open, and the scale for which it was requested. */
let area = null;
let isLoading = false;

/** Returns whether the towns in view are known; requests those of the area and as much again on each side if they are not. */
function request(arrived) {
  const [first, last] = [at(0, 0), at(size.width, size.height)];
  const isInside = area && first.x >= area.west && last.x <= area.east && first.y <= area.north && last.y >= area.south;
  const isKnown = isInside && view.scale < area.scale * 2 && view.scale > area.scale / 2;
  if (isLoading || isKnown) return isKnown;
  const [wide, high] = [(last.x - first.x) / 2, (first.y - last.y) / 2];
  const wanted = { west: first.x - wide, east: last.x + wide, south: last.y - high, north: first.y + high, scale: view.scale };
  const [north, south] = [wanted.north, wanted.south].map(y => unproject({ x: 0, y }).latitude);
  const [west, east] = [wanted.west, wanted.east].map(x => x * 180 / Math.PI);
  isLoading = true;
  fetchJSON(`/towns/${[south, west, north, east].map(one => one.toFixed(4)).join(",")}`).then(list => {
    area = wanted;
    towns = list.map(([name, latitude, longitude]) => ({ name, point: near(project(latitude, longitude), view) }));
    arrived();
  }).catch(() => {
    // It is tried again with the next movement.
  }).finally(() => { isLoading = false; });
  return false;
}

const meet = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

/** The boxes of what floats above a map, and of what is drawn at some points of the ground: nothing can be named there. */
export function floatingBoxes(picture, points) {
  const own = picture.getBoundingClientRect();
  const nodes = [...picture.parentNode.querySelectorAll(".buttons button, .credit")];
  const boxes = nodes.map(node => node.getBoundingClientRect()).filter(box => box.width > 0)
    .map(box => [box.left - own.left - 4, box.top - own.top - 4, box.right - own.left + 4, box.bottom - own.top + 4]);
  // The scale bar.
  boxes.push([0, size.height - 30, 220, size.height]);
  for (const point of points.filter(Boolean)) {
    const [x, y] = place(near({ x: point.x, y: point.y }, view));
    boxes.push([x - 22, y - 22, x + 22, y + 22]);
  }
  return boxes;
}

/** Where a tile is missing, and there is room for it, says so. */
export function outsideWords({ missing }, boxes) {
  for (const box of missing) {
    const [left, top, right, bottom] = [Math.max(box[0], 0), Math.max(box[1], 0), Math.min(box[2], size.width), Math.min(box[3], size.height)];
    const x = (left + right) / 2;
    if (x < 70 || x > size.width - 70 || bottom - top < 30) continue;
    for (const part of [0.5, 0.25, 0.75]) {
      const y = top + (bottom - top) * part;
      const own = [x - 66, y - 14, x + 66, y + 8];
      if (boxes.some(one => meet(one, own))) continue;
      boxes.push(own);
      return [shape("text", { class: "halo middle outside", x: x.toFixed(0), y: y.toFixed(0) }, "outside the map")];
    }
  }
  return [];
}

/**
 * Returns labels that overlap neither each other nor what is there already; the nearest town's direction if none is in view.
 *
 * `taken` lists boxes: left, top, right, bottom. `arrived` is called when more towns are known.
 */
export function townLabels(taken, arrived) {
  const isKnown = request(arrived);
  const boxes = [...taken];
  const parts = [];
  for (const { name, point } of towns) {
    const [x, y] = place(point);
    if (x < 0 || x > size.width || y < 0 || y > size.height) continue;
    const long = name.length * 8;
    const isLeft = x + long + 10 > size.width;
    const box = isLeft ? [x - long - 10, y - 10, x + 4, y + 10] : [x - 4, y - 10, x + long + 10, y + 10];
    if (box[0] < 0 || box[1] < 4 || box[3] > size.height - 4 || boxes.some(one => meet(one, box))) continue;
    boxes.push(box);
    parts.push(
      shape("circle", { class: "town", cx: x.toFixed(1), cy: y.toFixed(1), r: 2.5 }),
      shape("text", { class: `halo name${isLeft ? " end" : ""}`, x: (isLeft ? x - 7 : x + 7).toFixed(1), y: (y + 4.5).toFixed(1) }, name));
  }
  return parts.length || !towns.length || !isKnown ? parts : nearest(boxes);
}

/** Where no town is in view: the direction and the distance of the nearest one. */
function nearest(boxes) {
  const middle = [size.width / 2, size.height / 2];
  const away = town => { const [x, y] = place(town.point); return Math.hypot(x - middle[0], y - middle[1]); };
  const town = towns.reduce((best, one) => away(one) < away(best) ? one : best);
  const [x, y] = place(town.point);
  const arrow = "→↘↓↙←↖↑↗"[Math.round(Math.atan2(y - middle[1], x - middle[0]) / (Math.PI / 4) + 8) % 8];
  const text = `${arrow} ${town.name} ${units.distance(away(town) * ground()).text}`;
  const half = text.length * 4.2;
  const height = [40, 62, size.height - 44].find(top =>
    !boxes.some(one => meet(one, [middle[0] - half, top - 14, middle[0] + half, top + 6])));
  return height === undefined ? [] : [shape("text", { class: "halo name middle", x: middle[0], y: height }, text)];
}
