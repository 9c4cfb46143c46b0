// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A map in Mercator's projection: the track, the position with its accuracy, and coasts where they are not wrong.

import { fetchPicture } from "./connection.js";
import { globe } from "./globe.js";
import { towns } from "./towns.js";
import { shape } from "./words.js";

const radius = 6378137;
/** Meters from which on a map has coasts: they are good to 20 km. */
const coastWidth = 400000;
const radians = Math.PI / 180;

const picture = document.getElementById("map");
let land = [];
/** Lists of points on a sphere cut open, in radians: east, and Mercator's ordinate. */
let segments = [];
let here = null;
let view = { x: 0, y: 0, scale: 40 };
let mode = "follow";
/** Whether there has been a position, and whether the user has moved the map. */
let hasView = false;
let isTouched = false;
let isDue = false;
/** The address of a tile with places for its numbers, and whose map that is; `null` without a server. */
let tiles = null;
let attribution = "";
/** The zooms of which there are tiles. */
let zooms = [0, 19];
/** Pictures by their address, so that they are not loaded anew with every movement. */
let pictures = new Map();

const project = (latitude, longitude) => ({
  x: longitude * radians,
  y: Math.asinh(Math.tan(Math.max(-89.9, Math.min(89.9, latitude)) * radians)),
});

/** The same place, counted on beyond ±180° if that is nearer to the last one. */
function near(point, last) {
  if (last) point.x += Math.round((last.x - point.x) / (2 * Math.PI)) * 2 * Math.PI;
  return point;
}

export function setLand(rings) {
  land = rings;
  redraw();
}

/** Draws tiles of a server, or of the page itself, below everything. */
export function setTiles(map) {
  [tiles, attribution, zooms] = [map.tiles, map.attribution ?? "", [map.minZoom ?? 0, map.maxZoom ?? 19]];
  redraw();
}

/** Starts a track from lists of latitudes and longitudes. */
export function setTrack(lists) {
  let last = here ?? null;
  segments = lists.map(list => list.map(([latitude, longitude]) => last = near(project(latitude, longitude), last)));
  redraw();
}

/** Adds a point to the track; a new segment begins after an outage. */
export function addPoint(latitude, longitude, beginsSegment) {
  const point = near(project(latitude, longitude), segments.at(-1)?.at(-1) ?? here);
  if (beginsSegment || !segments.length) segments.push([]);
  segments.at(-1).push(point);
}

/** Where the receiver is, or was if `isOld`; nowhere with `null`. */
export function setHere(fix, isOld) {
  here = fix && {
    ...near(project(fix.latitude, fix.longitude), here ?? segments.at(-1)?.at(-1)),
    latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.horizontalAccuracy, isOld,
  };
  if (here && !hasView) [view.scale, hasView] = [radius * Math.cos(fix.latitude * radians) / 0.8, true];
  redraw();
}

export function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; draw(); });
}

// What the user does

function setMode(name) {
  mode = name;
  document.getElementById("follow").setAttribute("aria-pressed", String(name === "follow"));
  document.getElementById("whole").setAttribute("aria-pressed", String(name === "whole"));
  redraw();
}

/** The whole world, and once. */
const leastScale = () => (picture.clientWidth || 600) / (2 * Math.PI);

function zoom(factor) {
  if (mode === "whole") setMode("free");
  isTouched = true;
  view.scale = Math.max(leastScale(), Math.min(radius * 50, view.scale * factor));
  redraw();
}

function move(x, y) {
  setMode("free");
  isTouched = true;
  view.x += x / view.scale;
  view.y += y / view.scale;
}

document.getElementById("zoom-in").addEventListener("click", () => zoom(2));
document.getElementById("zoom-out").addEventListener("click", () => zoom(0.5));
document.getElementById("follow").addEventListener("click", () => setMode("follow"));
document.getElementById("whole").addEventListener("click", () => setMode("whole"));
picture.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 400));
}, { passive: false });
picture.addEventListener("pointerdown", event => picture.setPointerCapture(event.pointerId));
picture.addEventListener("pointermove", event => {
  if (event.buttons) move(-event.movementX, event.movementY);
});
picture.addEventListener("keydown", event => {
  const steps = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  if (steps[event.key]) move(...steps[event.key]);
  else if (event.key === "+" || event.key === "=") zoom(2);
  else if (event.key === "-") zoom(0.5);
  else return;
  event.preventDefault();
});
new ResizeObserver(redraw).observe(picture);

// Drawing

function draw() {
  const [width, height] = [picture.clientWidth || 600, picture.clientHeight || 400];
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // Without a position, from the coast of Antarctica to Spitsbergen.
  if (!hasView && !isTouched) view = { x: 0, y: 0.3, scale: Math.max(leastScale(), height / 4) };
  if (mode === "follow" && here) [view.x, view.y] = [here.x, here.y];
  if (mode === "whole") fitTrack(width, height);
  const place = point => [width / 2 + (point.x - view.x) * view.scale, height / 2 - (point.y - view.y) * view.scale];
  const ground = radius / Math.cosh(view.y) / view.scale;
  const parts = [];
  const hasCoasts = ground * width >= coastWidth;
  if (hasCoasts) parts.push(...coasts(width, height, place));
  if (tiles) parts.push(...tilesInView(width, height, place));
  parts.push(...graticule(width, height, place));
  const hasGlobe = !hasCoasts && here && !tiles;
  parts.push(shape("path", { class: "track", d: path(place) }));
  if (!tiles) parts.push(...towns({ view, width, height, place, project }, ground, taken(width, height, place, hasGlobe), redraw));
  if (here) parts.push(...marker(place(here), ground));
  if (hasGlobe) parts.push(globe(width - 56, height - 56, here, land));
  parts.push(...scaleBar(height, ground));
  if (tiles) parts.push(shape("text", { class: "halo end", x: width - 6, y: height - 6 }, attribution));
  picture.replaceChildren(...parts);
  describe();
}

function fitTrack(width, height) {
  const points = segments.flat();
  if (here) points.push(here);
  if (!points.length) return;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
  }
  [view.x, view.y] = [(west + east) / 2, (south + north) / 2];
  const least = 60 / radius * Math.cosh(view.y);
  view.scale = Math.min(width * 0.84 / Math.max(east - west, least), height * 0.8 / Math.max(north - south, least));
  view.scale = Math.max(leastScale(), view.scale);
}

/** Steps of less than a pixel are left out. */
function path(place) {
  let text = "";
  for (const segment of segments) {
    let [lastX, lastY] = [NaN, NaN];
    segment.forEach((point, index) => {
      const [x, y] = place(point);
      if (index > 0 && index < segment.length - 1 && Math.hypot(x - lastX, y - lastY) < 1) return;
      text += `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      [lastX, lastY] = [x, y];
    });
    if (segment.length === 1) text += "h0";
  }
  return text;
}

function marker([x, y], ground) {
  const parts = [];
  if (here.accuracy !== undefined) {
    const size = Math.min(here.accuracy / ground, 1e5);
    parts.push(shape("circle", { class: "accuracy", cx: x.toFixed(1), cy: y.toFixed(1), r: size.toFixed(1) }));
  }
  const name = here.isOld ? "here old" : "here";
  parts.push(shape("circle", { class: name, id: "here", cx: x.toFixed(1), cy: y.toFixed(1), r: 6 }));
  return parts;
}

/** The tiles of the zoom that is nearest, each 256 points wide there; what was drawn before is used again. */
function tilesInView(width, height, place) {
  const zoom = Math.max(zooms[0], Math.min(zooms[1], Math.round(Math.log2(2 * Math.PI * view.scale / 256))));
  const count = 2 ** zoom;
  const size = 2 * Math.PI / count;
  const column = x => Math.floor((x + Math.PI) / size);
  const row = y => Math.floor((Math.PI - y) / size);
  const [left, right] = [-1, 1].map(side => column(view.x + side * width / 2 / view.scale));
  const [top, bottom] = [1, -1].map(side => row(view.y + side * height / 2 / view.scale));
  const shown = new Map();
  // Far beyond the least zoom, tiles would be dots, and too many.
  if ((right - left + 1) * (bottom - top + 1) > 400) return [];
  for (let y = Math.max(0, top); y <= Math.min(count - 1, bottom); y++) {
    for (let x = left; x <= right; x++) {
      // Beyond 180° the same tiles come again.
      const numbers = { z: zoom, x: ((x % count) + count) % count, y };
      const address = tiles.replace(/\{([zxy])\}/g, (_, name) => numbers[name]);
      const tile = pictures.get(`${x} ${address}`) ?? image(address);
      const [cornerX, cornerY] = place({ x: x * size - Math.PI, y: Math.PI - y * size });
      // A hair more, or the ground shines through between them.
      const side = (size * view.scale + 0.5).toFixed(2);
      for (const [name, value] of [["x", cornerX.toFixed(2)], ["y", cornerY.toFixed(2)], ["width", side], ["height", side]]) {
        tile.setAttribute(name, value);
      }
      shown.set(`${x} ${address}`, tile);
    }
  }
  for (const [key, tile] of pictures) {
    if (!shown.has(key) && tile.getAttribute("href")?.startsWith("blob:")) URL.revokeObjectURL(tile.getAttribute("href"));
  }
  pictures = shown;
  return shown.values();
}

function image(address) {
  if (!address.startsWith("/")) return shape("image", { href: address });
  const tile = shape("image");
  // A tile that is not there leaves the ground as it is.
  fetchPicture(address).then(own => tile.setAttribute("href", own)).catch(() => {});
  return tile;
}

/** The boxes in which no town can be named: the marker and the globe. */
function taken(width, height, place, hasGlobe) {
  const boxes = [];
  if (here) {
    const [x, y] = place(here);
    boxes.push([x - 9, y - 9, x + 9, y + 9]);
  }
  if (hasGlobe) boxes.push([width - 104, height - 104, width, height]);
  return boxes;
}

function coasts(width, height, place) {
  let text = "";
  for (const turn of [-360, 0, 360]) {
    for (const ring of land) {
      for (let index = 0; index < ring.length; index += 2) {
        const [x, y] = place(project(ring[index + 1], ring[index] + turn));
        text += `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      }
      text += "Z";
    }
  }
  return [shape("rect", { class: "sea", width, height }), shape("path", { class: "land", d: text })];
}

function graticule(width, height, place) {
  const [west, east] = [view.x - width / 2 / view.scale, view.x + width / 2 / view.scale].map(x => x / radians);
  const [south, north] = [view.y - height / 2 / view.scale, view.y + height / 2 / view.scale]
    .map(y => Math.atan(Math.sinh(y)) / radians);
  const parts = [];
  const stepX = niceDegrees((east - west) / 3);
  for (let step = Math.ceil(west / stepX); step * stepX <= east; step++) {
    const [x] = place(project(0, step * stepX));
    parts.push(shape("path", { class: "grid", d: `M${x.toFixed(1)} 0V${height}` }));
    const degrees = ((step * stepX + 180) % 360 + 360) % 360 - 180;
    parts.push(label(degrees, stepX, "E", "W", x + 3, 12));
  }
  const stepY = niceDegrees((north - south) / 3);
  for (let step = Math.ceil(south / stepY); step * stepY <= north; step++) {
    const [, y] = place(project(step * stepY, 0));
    parts.push(shape("path", { class: "grid", d: `M0 ${y.toFixed(1)}H${width}` }));
    parts.push(label(step * stepY, stepY, "N", "S", 3, y - 3));
  }
  return parts;
}

function label(degrees, step, positive, negative, x, y) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const side = Math.abs(degrees) % 180 < step / 1000 ? "" : degrees < 0 ? negative : positive;
  return shape("text", { class: "halo", x: x.toFixed(1), y: y.toFixed(1) },
    `${Math.abs(degrees).toFixed(decimals)}°${side}`);
}

/** The greatest of 1, 2, 5, 10, 20 … that is not more. */
function niceBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map(step => step * power).find(step => step <= value * 1.000001);
}

/** The same of degrees, of which 90 and 45 divide the circle. */
const niceDegrees = value => [90, 45].find(step => step <= value) ?? niceBelow(value);

function scaleBar(height, ground) {
  const length = niceBelow(ground * 130);
  const width = length / ground;
  return [
    shape("path", { class: "bar", d: `M12 ${height - 18}v7h${width.toFixed(1)}v-7` }),
    shape("text", { class: "halo strong", x: (18 + width).toFixed(1), y: height - 9 }, length < 1000 ? `${+length.toPrecision(1)} m` : `${length / 1000} km`),
  ];
}

let described = -Infinity;

/** In words, and not so often that nobody can listen to it. */
function describe() {
  if (performance.now() - described < 5000) return;
  described = performance.now();
  const name = here?.isOld ? "Last position" : "Position";
  const where = here ? `${name} ${here.latitude.toFixed(4)}, ${here.longitude.toFixed(4)}` : "No position yet";
  const count = segments.reduce((sum, segment) => sum + segment.length, 0);
  picture.setAttribute("aria-label", `Map. ${where}; track of ${count} points.`);
}
