// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The map: the ground, the track, the position with its accuracy, the anchor and who went overboard.
//
// What moves with the map is drawn once, in a frame, and then shifted; it is drawn anew when the scale changes.

import { attribution, drawGround, hasCoasts, hasTiles, land, onArrival } from "./ground.js";
import { floatingBoxes, outsideWords, townLabels } from "./labels.js";
import {
  covered, fit, ground, leastScale, listenToPeople, near, place, project, radians, radius, setMode, size, unproject, view, viewMode,
  wasTouched,
} from "./mapview.js";
import { globe, graticule, scaleBar } from "./scenery.js";
import { corners, paintDensity, Trail } from "./trail.js";
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

/** Shows the anchor and the mark, in view beside the position once they are new, or once the anchor drags. */
export function setMarks(nextAnchor, nextOverboard) {
  const isNew = nextOverboard && !overboard || nextAnchor && !anchor;
  const startsToDrag = nextAnchor?.state === "dragging" && anchor?.state !== "dragging";
  [anchor, overboard] = [nextAnchor, nextOverboard];
  if (isNew || startsToDrag) setMode("both");
  else if (!anchor && !overboard && viewMode() === "both") setMode("follow");
  redraw();
}

/** Shows the position and the person overboard, else the anchor's circle; zooms only when they leave the middle, or are small in it. */
function showBoth() {
  const mark = near(project((overboard ?? anchor).latitude, (overboard ?? anchor).longitude), here);
  const reach = overboard ? 0 : anchor.radius / radius * Math.cosh(mark.y);
  const points = [here, { x: mark.x - reach, y: mark.y - reach }, { x: mark.x + reach, y: mark.y + reach }];
  const [left, right, top, bottom] = [0, 1].flatMap(axis => {
    const places = points.map(point => place(point)[axis]);
    return [Math.min(...places), Math.max(...places)];
  });
  const hidden = covered();
  const [width, height] = [size.width - hidden.right, size.height - hidden.top];
  const isInside = left > width * 0.07 && right < width * 0.93 && top - hidden.top > height * 0.08 && bottom - hidden.top < height * 0.92;
  const share = Math.max((right - left) / width, (bottom - top) / height);
  if (!isInside || share < 0.2 && ground() * width > 250) fit(points, 120);
}

/** What was in view before the past was shown. */
let viewBefore = null;
/** All points of the past that is shown. */
let pastPoints = [];

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
    pastPoints = [...trail.segments.flat(), ...density ? corners(density) : []];
    if (pastPoints.length) setMode("past");
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
  if (viewMode() === "past") fit(pastPoints, 200);
  if (viewMode() === "both" && (overboard || anchor) && here) showBoth();
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
  floating = floatingBoxes(picture, [here, ...[anchor, overboard].map(mark => mark && project(mark.latitude, mark.longitude))]);
  const degrees = [];
  grid.replaceChildren(...graticule(floating, degrees));
  const hasGlobe = !hasCoasts() && here && !anchor && !overboard && !tiles.covered.length && size.width > 480 && size.height > 300;
  const globeAt = [size.width - 60, size.height - 84];
  const boxes = [...floating, ...degrees, ...tiles.covered];
  if (hasGlobe) boxes.push([globeAt[0] - 48, globeAt[1] - 48, size.width, size.height]);
  const outside = hasTiles() && tiles.missing.length ? outsideWords(tiles, boxes) : [];
  towns.replaceChildren(...townLabels(boxes, redraw));
  over.replaceChildren(...outside, ...hasGlobe ? [globe(...globeAt, here, land)] : [], ...scaleBar());
  const credit = [attribution, tiles.missing.length || !hasTiles() ? "Natural Earth, GeoNames" : ""];
  setText(byID("credit"), credit.filter(Boolean).join(" · "));
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

function drawDensity() {
  const canvas = byID("density");
  if (canvas.hidden !== (density === null)) canvas.hidden = density === null;
  if (!density) return;
  [canvas.width, canvas.height] = [size.width, size.height];
  paintDensity(canvas.getContext("2d"), getComputedStyle(canvas).color, density);
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
