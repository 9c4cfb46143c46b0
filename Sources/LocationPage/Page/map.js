// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The map: the ground, the track, the position with its accuracy, the anchor and who went overboard.
//
// What moves with the map is drawn once, in a frame, and then shifted; it is drawn anew when the scale changes.

import { globe } from "./globe.js";
import { attribution, drawGround, hasCoasts, hasTiles, land, onArrival } from "./ground.js";
import {
  at, covered, fit, ground, leastScale, listenToPeople, near, place, project, radians, radius, setMode, size, unproject, view, viewMode, wasTouched,
} from "./mapview.js";
import { townLabels } from "./towns.js";
import { Trail } from "./trail.js";
import * as units from "./units.js";
import { byID, setAttributes, setText, shape } from "./words.js";

const picture = byID("map");
const layer = (attributes, ...children) => {
  const node = shape("g", attributes, ...children);
  picture.append(node);
  return node;
};
const grid = layer({ class: "graticule" });
const track = layer({ class: "track", "data-layer": "track", "data-points": 0 });
const towns = layer({ "data-layer": "towns" });
const marks = layer({});
const marker = layer({ "data-marker": "", "data-orientation": "none", display: "none" });
const over = layer({});

const live = new Trail(track);
let trail = live;
/** The position that is shown, with what the marker needs; `null` without one. */
let here = null;
/** The anchor and the mark of the person overboard: `{ latitude, longitude, radius }`. */
let anchor = null;
let overboard = null;
/** Time spent per cell, drawn below the track; `null` without. */
let density = null;
let hasView = false;
let isDue = false;
/** The origin and the scale in which the track and the ground are drawn. */
let frame = null;
/** The view for which labels were placed last, and when. */
let labelled = { x: 0, y: 0, scale: 0, time: -Infinity };
let areLabelsOld = true;
/** Where the anchor is being dragged to. */
let draggedTo = null;
let onAnchorMoved = () => {};

// What others say

export function setTrack(lists) {
  let last = here ?? null;
  live.set(lists.map(list => list.map(([latitude, longitude]) => last = near(project(latitude, longitude), last))));
  redraw();
}

export function addPoint(latitude, longitude, begins) {
  live.add(near(project(latitude, longitude), live.segments.at(-1)?.at(-1) ?? here), begins);
}

/** Where the receiver is: `fix`, whether that is `isOld` or not to be trusted, and the direction of the marker. */
export function setHere(next) {
  here = next && { ...near(project(next.latitude, next.longitude), here ?? live.segments.at(-1)?.at(-1)), ...next };
  if (here && !hasView) [view.scale, hasView] = [radius * Math.cos(here.latitude * radians) / 0.8, true];
  redraw();
}

/** Shows the anchor and the mark; shows both the position and a new mark of a person. */
export function setMarks(nextAnchor, nextOverboard) {
  const isNew = nextOverboard && !overboard;
  [anchor, overboard] = [nextAnchor, nextOverboard];
  if (isNew) setMode("both");
  else if (!overboard && viewMode() === "both") setMode("follow");
  redraw();
}

/** Shows the position and the mark, and zooms only when one of them leaves the middle, or both are close together. */
function showBoth() {
  const points = [here, near(project(overboard.latitude, overboard.longitude), here)];
  const places = points.map(place);
  const isInside = places.every(([x, y]) => x > size.width * 0.1 && x < size.width * 0.9 && y > covered() + size.height * 0.08 && y < size.height * 0.92);
  const apart = Math.max(Math.abs(places[0][0] - places[1][0]) / size.width, Math.abs(places[0][1] - places[1][1]) / size.height);
  if (!isInside || apart < 0.2 && ground() * size.width > 250) fit(points, 120);
}

/** What was in view before the past was shown. */
let viewBefore = null;

/** Draws the track, or the time spent per cell, of some time that is over; `null` returns to the live track. */
export function showPast(past) {
  // The live track goes on out of sight.
  live.layer = past === null ? track : shape("g");
  density = past?.cells ?? null;
  track.classList.toggle("past", past !== null);
  if (past === null) {
    trail = live;
    if (viewBefore) {
      Object.assign(view, viewBefore.view);
      setMode(viewBefore.mode);
      viewBefore = null;
    }
  } else {
    viewBefore ??= { view: { ...view }, mode: viewMode() };
    trail = new Trail(track);
    let last = null;
    trail.set((past.segments ?? []).map(list => list.map(([longitude, latitude]) => last = near(project(latitude, longitude), last))));
    const points = trail.segments.flat();
    if (density) points.push(...corners(density));
    if (points.length) {
      setMode("free");
      fit(points, 200);
    }
  }
  frame = null;
  redraw();
}

export const pastTrail = () => trail;
export const pastDensity = () => density;

export const whenAnchorMoves = listener => { onAnchorMoved = listener; };

/** Asks for a drawing: before the next picture, and not if nobody sees it. */
export function redraw(areLabelsDue = true) {
  areLabelsOld ||= areLabelsDue;
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; draw(); });
}

listenToPeople(picture, redraw, (x, y) => {
  if (!anchor) return null;
  const [left, top] = place(near(project(anchor.latitude, anchor.longitude), view));
  if (Math.hypot(left - x, top - y) > 26) return null;
  return {
    move: point => { draggedTo = unproject(point); redraw(); },
    drop: point => { const moved = draggedTo && unproject(point); draggedTo = null; if (moved) onAnchorMoved(moved); redraw(); },
    cancel: () => { draggedTo = null; redraw(); },
  };
});
onArrival(redraw);
new ResizeObserver(() => {
  [size.width, size.height] = [picture.clientWidth, picture.clientHeight];
  frame = null;
  labelled.scale = 0;
  redraw();
}).observe(picture);

// Drawing

function draw() {
  if (!size.width || !size.height) return;
  setAttributes(picture, { viewBox: `0 0 ${size.width} ${size.height}` });
  // Without a position, from the coast of Antarctica to Spitsbergen.
  if (!hasView && !wasTouched() && trail === live) Object.assign(view, { x: 0, y: 0.3, scale: Math.max(leastScale(), size.height / 4) });
  if (viewMode() === "follow" && here) [view.x, view.y] = [here.x, here.y];
  if (viewMode() === "whole") fit([...trail.segments.flat(), ...here ? [here] : []]);
  if (viewMode() === "both" && overboard && here) showBoth();
  const far = frame && Math.max(Math.abs(frame.x - view.x), Math.abs(frame.y - view.y)) * view.scale > 20000;
  if (!frame || frame.scale !== view.scale || far) {
    frame = { ...view };
    trail.draw(frame);
  }
  const offset = place(frame);
  setAttributes(track, { transform: `translate(${offset[0].toFixed(2)} ${offset[1].toFixed(2)})` });
  const tiles = drawGround(frame, offset);
  drawDensity();
  drawMarks();
  drawMarker();
  drawLabels(tiles);
  describe();
}

/** The boxes of what floats above the map. */
let floating = [];

/** Labels stay where they are on the ground, and are placed anew when the map has moved, but not with every fix. */
function drawLabels(tiles) {
  const now = performance.now();
  const shift = [(labelled.x - view.x) * view.scale, (view.y - labelled.y) * view.scale];
  const isFar = Math.hypot(...shift) > 20 || labelled.scale !== view.scale;
  if (!isFar && !(areLabelsOld && now - labelled.time > 900)) {
    setAttributes(towns, { transform: `translate(${shift[0].toFixed(1)} ${shift[1].toFixed(1)})` });
    if (shift[0] || shift[1]) grid.replaceChildren(...graticule(floating));
    return;
  }
  labelled = { ...view, time: now };
  areLabelsOld = false;
  setAttributes(towns, { transform: null });
  floating = floatingBoxes();
  grid.replaceChildren(...graticule(floating));
  const hasGlobe = !hasCoasts() && here && !anchor && !overboard && !tiles.covered.length && size.width > 420 && size.height > 300;
  const globeAt = [size.width - 60, size.height - 84];
  const boxes = [...floating, ...tiles.covered];
  if (hasGlobe) boxes.push([globeAt[0] - 48, globeAt[1] - 48, size.width, size.height]);
  const outside = hasTiles() && tiles.missing.length ? outsideWords(tiles, boxes) : [];
  towns.replaceChildren(...townLabels(boxes, redraw));
  over.replaceChildren(...outside, ...hasGlobe ? [globe(...globeAt, here, land)] : [], ...scaleBar());
  const credit = [attribution, tiles.missing.length || !hasTiles() ? "Natural Earth, GeoNames" : ""];
  setText(byID("credit"), credit.filter(Boolean).join(" · "));
}

/** The boxes of what floats above the map, and of the marker: nothing can be named there. */
function floatingBoxes() {
  const own = picture.getBoundingClientRect();
  const nodes = [...picture.parentNode.querySelectorAll(".buttons button, .credit")];
  const boxes = nodes.map(node => node.getBoundingClientRect()).filter(box => box.width > 0)
    .map(box => [box.left - own.left - 4, box.top - own.top - 4, box.right - own.left + 4, box.bottom - own.top + 4]);
  // The scale bar.
  boxes.push([0, size.height - 30, 220, size.height]);
  for (const point of [here, anchor && project(anchor.latitude, anchor.longitude), overboard && project(overboard.latitude, overboard.longitude)]) {
    if (!point) continue;
    const [x, y] = place(near({ x: point.x, y: point.y }, view));
    boxes.push([x - 22, y - 22, x + 22, y + 22]);
  }
  return boxes;
}

function outsideWords({ missing }, boxes) {
  const widest = missing.map(([left, top, right, bottom]) =>
    [Math.max(left, 0), Math.max(top, 0), Math.min(right, size.width), Math.min(bottom, size.height)])
    .filter(([left, top, right, bottom]) => right - left > 140 && bottom - top > 40)
    .find(box => {
      const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      return !boxes.some(one => one[0] < x + 66 && x - 66 < one[2] && one[1] < y + 8 && y - 14 < one[3]);
    });
  if (!widest) return [];
  const [x, y] = [(widest[0] + widest[2]) / 2, (widest[1] + widest[3]) / 2];
  boxes.push([x - 66, y - 14, x + 66, y + 8]);
  return [shape("text", { class: "halo middle outside", x: x.toFixed(0), y: y.toFixed(0) }, "outside the map")];
}

// Marker and marks

const shapes = {
  heading: "M0 -17C7 -9 9 -2 8 12L-8 12C-9 -2 -7 -9 0 -17Z", course: "M0 -15L10 11L0 5L-10 11Z", none: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z",
};
const parts = {
  circle: shape("circle", { class: "accuracy" }), line: shape("path", { class: "course-line" }), body: shape("path"),
  doubt: shape("text", { class: "halo doubt middle", y: -14 }),
};
marker.append(...Object.values(parts));

function drawMarker() {
  setAttributes(marker, { display: here ? null : "none" });
  if (!here) return;
  const [x, y] = place(here);
  const orientation = here.isOld ? "none" : here.heading !== undefined ? "heading" : here.course !== undefined ? "course" : "none";
  const turned = { heading: here.heading, course: here.course, none: 0 }[orientation];
  setAttributes(marker, {
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-orientation": orientation,
    class: here.isOld ? "here old" : here.isDoubtful ? "here doubtful" : "here",
  });
  setAttributes(parts.body, { d: shapes[orientation], transform: `rotate(${turned.toFixed(1)})`, class: "body" });
  const reach = here.accuracy === undefined ? 0 : Math.min(here.accuracy / ground(), 1e5);
  setAttributes(parts.circle, { r: reach.toFixed(1), display: reach > 8 ? null : "none" });
  setText(parts.doubt, here.isOld ? "?" : here.isDoubtful ? "!" : "");
  // The way of the next minute.
  const way = here.course === undefined || here.isOld ? 0 : here.speed * 60 / ground();
  setAttributes(parts.line, { d: way > 14 ? `M0 -14V${(-way).toFixed(1)}` : null, transform: `rotate(${(here.course ?? 0).toFixed(1)})` });
}

function drawMarks() {
  const found = [];
  const point = mark => place(near(project(mark.latitude, mark.longitude), here ?? view));
  if (anchor) {
    const [x, y] = point(draggedTo ?? anchor);
    found.push(shape("g", {
      "data-mark": "anchor", "data-radius": anchor.radius, "data-latitude": anchor.latitude, "data-longitude": anchor.longitude,
      class: `anchor ${anchor.state}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    }, shape("circle", { class: "circle", r: (anchor.radius / ground()).toFixed(1) }),
    shape("path", { class: "iron", d: "M0 -8V12M-9 4C-8 13 8 13 9 4M-6 -2H6M0 -8m-3.5 -3a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0" })));
  }
  if (overboard) {
    const [x, y] = point(overboard);
    if (here) {
      const [left, top] = place(here);
      found.push(shape("path", { class: "way", d: `M${left.toFixed(1)} ${top.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}` }));
    }
    found.push(shape("g", {
      "data-mark": "mob", "data-latitude": overboard.latitude, "data-longitude": overboard.longitude, class: "overboard",
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    }, shape("circle", { r: 13 }), shape("path", { d: "M-8 -8L8 8M8 -8L-8 8" })));
  }
  marks.replaceChildren(...found);
}

// Density

const corners = ({ latitude, longitude, rows, columns, step: [north, east] }) =>
  [project(latitude, longitude), project(latitude + rows * north, longitude + columns * east)];

/** Strength of a cell's color, 0 to 1, on a logarithmic scale: a berth does not outshine the passages. */
export const strength = (seconds, most) => 0.15 + 0.85 * Math.log1p(seconds) / Math.log1p(Math.max(most, 1));

function drawDensity() {
  const canvas = byID("density");
  if (canvas.hidden !== (density === null)) canvas.hidden = density === null;
  if (!density) return;
  [canvas.width, canvas.height] = [size.width, size.height];
  paintDensity(canvas.getContext("2d"), getComputedStyle(canvas).color);
}

export function paintDensity(context, color) {
  const most = density.seconds.reduce((top, one) => Math.max(top, one[2]), 0);
  context.fillStyle = color;
  for (const [row, column, seconds] of density.seconds) {
    const [south, west] = [density.latitude + row * density.step[0], density.longitude + column * density.step[1]];
    const [left, bottom] = place(near(project(south, west), view));
    const [right, top] = place(near(project(south + density.step[0], west + density.step[1]), view));
    context.globalAlpha = strength(seconds, most);
    context.fillRect(left, top, Math.max(right - left, 2), Math.max(bottom - top, 2));
  }
  context.globalAlpha = 1;
}

// Graticule and scale

function graticule(floating) {
  const [west, east] = [at(0, 0).x, at(size.width, 0).x].map(x => x / radians);
  const [south, north] = [at(0, size.height).y, at(0, 0).y].map(y => Math.atan(Math.sinh(y)) / radians);
  const isFree = (x, y, width) => !floating.some(one => one[0] < x + width && x < one[2] && one[1] < y && y - 13 < one[3]);
  const nodes = [];
  const stepX = niceDegrees((east - west) / Math.max(1, Math.min(4, size.width / 170)));
  for (let step = Math.ceil(west / stepX); step * stepX <= east; step++) {
    const [x] = place(project(0, step * stepX));
    nodes.push(shape("path", { class: "grid", d: `M${x.toFixed(1)} -30V${size.height + 30}` }));
    const degrees = ((step * stepX + 180) % 360 + 360) % 360 - 180;
    const text = gridWords(degrees, stepX, "E", "W");
    if (x + 3 + text.length * 8 < size.width && x > 0 && isFree(x + 3, 14, text.length * 8)) {
      nodes.push(shape("text", { class: "halo", x: (x + 3).toFixed(1), y: 14 }, text));
    }
  }
  const stepY = niceDegrees((north - south) / Math.max(1, Math.min(4, size.height / 110)));
  for (let step = Math.ceil(south / stepY); step * stepY <= north; step++) {
    const [, y] = place(project(step * stepY, 0));
    nodes.push(shape("path", { class: "grid", d: `M-30 ${y.toFixed(1)}H${size.width + 30}` }));
    const text = gridWords(step * stepY, stepY, "N", "S");
    if (y > 34 && isFree(3, y - 3, text.length * 8)) nodes.push(shape("text", { class: "halo", x: 3, y: (y - 3).toFixed(1) }, text));
  }
  return nodes;
}

function gridWords(degrees, step, positive, negative) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const side = Math.abs(degrees) % 180 < step / 1000 ? "" : degrees < 0 ? negative : positive;
  return `${Math.abs(degrees).toFixed(decimals)}°${side}`;
}

/** The greatest of 1, 2, 5, 10, 20 … that is not more. */
function niceBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map(step => step * power).find(step => step <= value * 1.000001) ?? power / 2;
}

/** The same of degrees, of which 90 and 45 divide the circle. */
const niceDegrees = value => [90, 45].find(step => step <= value) ?? niceBelow(value);

/** A round length of at most some pixels: its meters and how it is written. */
export function scaleLength() {
  const meters = ground() * Math.min(130, size.width * 0.28);
  const unit = units.distance(meters).unit;
  const sizes = { km: 1000, NM: 1852, mi: 1609.344, ft: 0.3048, m: 1 };
  const count = niceBelow(meters / sizes[unit]);
  return { meters: count * sizes[unit], text: `${+count.toPrecision(1)} ${unit}` };
}

function scaleBar() {
  const { meters, text } = scaleLength();
  const width = meters / ground();
  return [
    shape("path", { class: "bar", d: `M12 ${size.height - 18}v7h${width.toFixed(1)}v-7` }),
    shape("text", { class: "halo strong", x: (18 + width).toFixed(1), y: size.height - 9 }, text),
  ];
}

let described = -Infinity;

/** In words beside the map, and not so often that nobody can listen to it. */
function describe() {
  const text = byID("map-text");
  const isFirst = here && text.textContent.startsWith("No position");
  if (!isFirst && performance.now() - described < 5000) return;
  described = performance.now();
  const name = here?.isOld ? "Last known position" : "Position";
  const where = here ? `${name} ${units.latitude(here.latitude).text}, ${units.longitude(here.longitude).text}` : "No position so far";
  setText(text, `${where}; track of ${trail.count} points${anchor ? "; anchor with its circle" : ""}${overboard ? "; mark of a person overboard" : ""}.`);
}
