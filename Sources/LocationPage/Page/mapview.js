// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What part of the Earth the map shows, in Mercator's projection, and how people move it.

import { byID } from "./words.js";

export const radius = 6378137;
export const radians = Math.PI / 180;

/** The center on a sphere cut open, in radians (east, and Mercator's ordinate), and the pixels of a radian. */
export const view = { x: 0, y: 0.3, scale: 40 };
/** The map's size in pixels. */
export const size = { width: 0, height: 0 };
/** `follow` the position, show the `whole` track, all that is shown of the `past`, `both` the position and a mark or the anchor's circle, or `free`. */
let mode = "follow";
/** Whether somebody has moved the map. */
let isTouched = false;
let changed = () => {};
/** Returns what a pointer would drag at a place instead of the map; `null` if nothing. */
let handleAt = () => null;

export const project = (latitude, longitude) => ({
  x: longitude * radians,
  y: Math.asinh(Math.tan(Math.max(-89.9, Math.min(89.9, latitude)) * radians)),
});

export const unproject = ({ x, y }) => ({
  latitude: Math.atan(Math.sinh(y)) / radians,
  longitude: ((x / radians + 180) % 360 + 360) % 360 - 180,
});

/** The same place, counted on beyond ±180° if that is nearer to the last one. */
export function near(point, last) {
  if (last) point.x += Math.round((last.x - point.x) / (2 * Math.PI)) * 2 * Math.PI;
  return point;
}

/** Where a point is in the picture. */
export const place = point =>
  [size.width / 2 + (point.x - view.x) * view.scale, size.height / 2 - (point.y - view.y) * view.scale];

/** The point at a place in the picture. */
export const at = (x, y) =>
  ({ x: view.x + (x - size.width / 2) / view.scale, y: view.y - (y - size.height / 2) / view.scale });

/** Meters of a pixel in the middle. */
export const ground = () => radius / Math.cosh(view.y) / view.scale;

export const viewMode = () => mode;
export const wasTouched = () => isTouched;

/** The whole world, and once. */
export const leastScale = () => (size.width || 600) / (2 * Math.PI);

const bounded = scale => Math.max(leastScale(), Math.min(radius * 50, scale));

export function setMode(name) {
  mode = name;
  byID("follow").setAttribute("aria-pressed", String(name === "follow"));
  byID("whole").setAttribute("aria-pressed", String(name === "whole"));
  changed();
}

/** Pixels that the buttons cover, at the top of a low map, and at the right of others. */
export const covered = () => size.height < 260 ? { top: 52, right: 0 } : { top: 0, right: 76 };

/** Shows all of these points, and not less than so many meters. */
export function fit(points, least = 60) {
  if (!points.length || !size.width) return;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
  }
  [view.x, view.y] = [(west + east) / 2, (south + north) / 2];
  const narrowest = least / radius * Math.cosh(view.y);
  const { top, right } = covered();
  view.scale = bounded(Math.min(
    (size.width - right) * 0.84 / Math.max(east - west, narrowest), (size.height - top) * 0.74 / Math.max(north - south, narrowest)));
  view.x += right / 2 / view.scale;
  view.y += top / 2 / view.scale;
}

export function zoom(factor, x = size.width / 2, y = size.height / 2) {
  if (mode !== "follow") setMode("free");
  isTouched = true;
  const fixed = at(x, y);
  view.scale = bounded(view.scale * factor);
  if (mode !== "follow") {
    view.x = fixed.x - (x - size.width / 2) / view.scale;
    view.y = fixed.y + (y - size.height / 2) / view.scale;
  }
  changed();
}

function move(x, y) {
  if (mode !== "free") setMode("free");
  isTouched = true;
  view.x += x / view.scale;
  view.y += y / view.scale;
  changed();
}

/** Starts to listen; `redraw` is called after every change, `handle` names what can be dragged. */
export function listenToPeople(picture, redraw, handle) {
  [changed, handleAt] = [redraw, handle];
  byID("zoom-in").addEventListener("click", () => zoom(2));
  byID("zoom-out").addEventListener("click", () => zoom(0.5));
  byID("follow").addEventListener("click", () => setMode("follow"));
  byID("whole").addEventListener("click", () => setMode("whole"));
  picture.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  picture.addEventListener("keydown", event => {
    const steps = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (steps[event.key]) move(...steps[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(2);
    else if (event.key === "-") zoom(0.5);
    else return;
    event.preventDefault();
  });
  listenToPointers(picture);
}

/** One pointer drags, two of them zoom. */
function listenToPointers(picture) {
  const pointers = new Map();
  let dragged = null;
  const spread = () => {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  picture.addEventListener("pointerdown", event => {
    picture.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (pointers.size === 1) dragged = handleAt(event.offsetX, event.offsetY);
  });
  picture.addEventListener("pointermove", event => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const here = { x: event.offsetX, y: event.offsetY };
    if (pointers.size === 2) {
      const before = spread();
      pointers.set(event.pointerId, here);
      const [one, other] = [...pointers.values()];
      if (before > 0) zoom(spread() / before, (one.x + other.x) / 2, (one.y + other.y) / 2);
      return;
    }
    pointers.set(event.pointerId, here);
    if (dragged) dragged.move(at(here.x, here.y));
    else move(last.x - here.x, here.y - last.y);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    picture.addEventListener(name, event => {
      if (dragged && pointers.has(event.pointerId)) {
        if (name === "pointerup") dragged.drop(at(event.offsetX, event.offsetY));
        else dragged.cancel();
        dragged = null;
      }
      pointers.delete(event.pointerId);
    });
  }
}
