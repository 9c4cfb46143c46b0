// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The names of the largest towns in view, so that a map far from any coast says where it is.

import { fetchJSON } from "./connection.js";
import { shape } from "./words.js";

/** The most detailed tiles, some ten kilometers wide, and those in which the nearest town is looked for, one after another. */
const finest = 12;
const searched = [12, 10, 8];
/** The most tiles that are remembered. */
const most = 400;
/** Lists of towns by the address of their tile; empty while they are being loaded. */
const known = new Map();

function load(address, loaded) {
  const list = known.get(address);
  if (list) return list;
  if (known.size >= most) known.delete(known.keys().next().value);
  known.set(address, []);
  fetchJSON(address).then(towns => { known.set(address, towns); loaded(); }).catch(() => known.delete(address));
  return [];
}

/** Returns the towns of the tiles in view and of those around, the largest first, each with its place in the picture. */
function inView(frame, zoom, loaded, around = 0) {
  const { view, width, height, place, project } = frame;
  const count = 2 ** zoom;
  const size = 2 * Math.PI / count;
  const column = x => Math.floor((x + Math.PI) / size);
  const row = y => Math.max(0, Math.min(count - 1, Math.floor((Math.PI - y) / size)));
  const [left, right] = [-1, 1].map(side => column(view.x + side * width / 2 / view.scale) + side * around);
  const [top, bottom] = [1, -1].map(side => row(view.y + side * (height / 2 / view.scale + around * size)));
  const found = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      // Beyond 180° the same tiles come again.
      const turn = Math.floor(x / count);
      for (const [name, latitude, longitude, people] of load(`/towns/${zoom}/${x - turn * count}/${y}`, loaded)) {
        const [px, py] = place(project(latitude, longitude + turn * 360));
        found.push({ name, people, x: px, y: py });
      }
    }
  }
  return found.sort((one, other) => other.people - one.people);
}

/**
 * Returns labels that overlap neither each other nor what is there already.
 *
 * `frame` has the view, the size of the picture, and the functions that place something in it; `ground` is the meters of a
 * pixel, and `taken` lists boxes: left, top, right, bottom. `loaded` is called when more towns are known.
 */
export function towns(frame, ground, taken, loaded) {
  const { view, width, height } = frame;
  const zoom = Math.max(0, Math.min(finest, Math.floor(Math.log2(2 * Math.PI * view.scale / 220))));
  const boxes = [...taken];
  const parts = [];
  let count = 0;
  for (const { name, x, y } of inView(frame, zoom, loaded)) {
    if (x < 0 || x > width || y < 0 || y > height) continue;
    const long = name.length * 7.2;
    const isLeft = x + long + 10 > width;
    const box = isLeft ? [x - long - 10, y - 9, x + 4, y + 9] : [x - 4, y - 9, x + long + 10, y + 9];
    if (box[0] < 0 || box[1] < 18 || box[3] > height - 28) continue;
    if (boxes.some(one => one[0] < box[2] && box[0] < one[2] && one[1] < box[3] && box[1] < one[3])) continue;
    boxes.push(box);
    count += 1;
    parts.push(shape("circle", { class: "town", cx: x.toFixed(1), cy: y.toFixed(1), r: 2.5 }));
    parts.push(shape("text", {
      class: `halo name${isLeft ? " end" : ""}`, x: (isLeft ? x - 7 : x + 7).toFixed(1), y: (y + 4).toFixed(1),
    }, name));
  }
  if (!count && zoom === finest) parts.push(...nearest(frame, ground, loaded));
  return parts;
}

/** Where no town is in view: the direction and the distance of the nearest one. */
function nearest(frame, ground, loaded) {
  const { width, height } = frame;
  const away = town => Math.hypot(town.x - width / 2, town.y - height / 2);
  let town;
  for (const zoom of searched) {
    [town] = inView(frame, zoom, loaded, 1).sort((one, other) => away(one) - away(other));
    if (town) break;
  }
  if (!town) return [];
  const [x, y] = [town.x - width / 2, town.y - height / 2];
  const arrow = "→↘↓↙←↖↑↗"[Math.round(Math.atan2(y, x) / (Math.PI / 4) + 8) % 8];
  const kilometers = away(town) * ground / 1000;
  return [shape("text", { class: "halo name middle", x: width / 2, y: 34 },
    `${arrow} ${town.name} ${kilometers.toFixed(kilometers < 10 ? 1 : 0)} km`)];
}
