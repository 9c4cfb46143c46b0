// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What lies below a track: coasts where they are not wrong, and tiles of a server or of the page itself.

import { fetchPicture } from "./connection.js";
import { at, ground, place, project, size, view } from "./mapview.js";
import { byID, setAttributes, shape } from "./words.js";

/** Meters from which on a map has coasts: they are good to 20 km. */
const coastWidth = 400000;
/** How many zooms a tile may be enlarged in place of one that is missing. */
const mostEnlarged = 3;

/** The rings of the land: lists of longitudes and latitudes, and projected with their bounds. */
export let land = [];
let rings = [];
/** The address of a tile with places for its numbers; `null` without tiles. */
let tiles = null;
export let attribution = "";
let zooms = [0, 19];
let changed = () => {};
/** Tiles by their address: `{ state: "loading"|"there"|"missing", href }`. */
const known = new Map();
const mostKnown = 600;

const picture = byID("ground");
const sea = shape("rect", { class: "sea", width: "100%", height: "100%" });
const coast = shape("path", { class: "land", "data-layer": "coast" });
const mosaic = shape("g", { "data-layer": "tiles" });
const edge = shape("path", { class: "edge" });
const world = shape("g", {}, coast, mosaic, edge);
picture.append(sea, world);

export const hasTiles = () => tiles !== null;
export const hasCoasts = () => ground() * size.width >= coastWidth;
export const areTilesOwn = () => tiles?.startsWith("/") ?? true;

/** Calls back when a tile or the land has arrived. */
export function onArrival(listener) { changed = listener; }

export function setLand(list) {
  land = list;
  rings = list.map(ring => {
    const points = [];
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let index = 0; index < ring.length; index += 2) {
      const { x, y } = project(ring[index + 1], ring[index]);
      points.push(x, y);
      [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
    }
    return { points, west, east, south, north };
  });
  drawnCoast = null;
  changed();
}

export function setTiles(map) {
  [tiles, attribution, zooms] = [map.tiles, map.attribution ?? "", [map.minZoom ?? 0, map.maxZoom ?? 19]];
  changed();
}

/** The frame and the area for which the coast was drawn last. */
let drawnCoast = null;

/** Draws what has changed; returns the boxes of the picture that tiles cover, and those where one is missing. */
export function drawGround(frame, offset) {
  setAttributes(picture, { viewBox: `0 0 ${size.width} ${size.height}` });
  setAttributes(world, { transform: `translate(${offset[0].toFixed(2)} ${offset[1].toFixed(2)})` });
  const isShown = hasCoasts();
  for (const part of [sea, coast]) setAttributes(part, { display: isShown ? null : "none" });
  if (isShown) drawCoast(frame);
  return tiles ? drawTiles(frame) : { covered: [], missing: [] };
}

function drawCoast(frame) {
  const [west, east, north, south] = [at(0, 0).x, at(size.width, 0).x, at(0, 0).y, at(0, size.height).y];
  const drawn = drawnCoast;
  if (drawn && drawn.frame === frame && drawn.west <= west && drawn.east >= east && drawn.south <= south && drawn.north >= north) return;
  const [wide, high] = [(east - west) / 2, (north - south) / 2];
  drawnCoast = { frame, west: west - wide, east: east + wide, south: south - high, north: north + high };
  coast.setAttribute("d", coastPath(drawnCoast, (x, y) => [(x - frame.x) * frame.scale, (frame.y - y) * frame.scale]));
}

/** The outlines of the land within an area, as a path of points that `place` returns. */
export function coastPath(area, place) {
  let text = "";
  for (const turn of [-2 * Math.PI, 0, 2 * Math.PI]) {
    for (const { points, ...ring } of rings) {
      if (ring.west + turn > area.east || ring.east + turn < area.west || ring.south > area.north || ring.north < area.south) continue;
      for (let index = 0; index < points.length; index += 2) {
        const [x, y] = place(points[index] + turn, points[index + 1]);
        text += `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      }
      text += "Z";
    }
  }
  return text;
}

// Tiles

/** The zoom whose tiles are nearest to 256 pixels wide, and the tiles in view; `null` if they would be far too large or small. */
function tilesInView() {
  const wanted = Math.round(Math.log2(2 * Math.PI * view.scale / 256));
  const zoom = Math.max(zooms[0], Math.min(zooms[1], wanted));
  if (zoom - wanted > 1 || wanted - zoom > mostEnlarged) return null;
  const count = 2 ** zoom;
  const side = 2 * Math.PI / count;
  const [first, last] = [at(0, 0), at(size.width, size.height)];
  const cells = [];
  for (let row = Math.max(0, Math.floor((Math.PI - first.y) / side)); row <= Math.min(count - 1, Math.floor((Math.PI - last.y) / side)); row++) {
    for (let column = Math.floor((first.x + Math.PI) / side); column <= Math.floor((last.x + Math.PI) / side); column++) {
      cells.push({ zoom, column, row, side, x: column * side - Math.PI, y: Math.PI - row * side });
    }
  }
  return cells;
}

function addressOf(zoom, column, row) {
  const count = 2 ** zoom;
  // Beyond 180° the same tiles come again.
  return tiles.replace("{z}", zoom).replace("{x}", (column % count + count) % count).replace("{y}", row);
}

/** Returns what is known of a tile, and asks for it if that is nothing. */
function tileAt(zoom, column, row) {
  const address = addressOf(zoom, column, row);
  let tile = known.get(address);
  if (tile) return tile;
  tile = { state: "loading", href: null };
  known.set(address, tile);
  const arrived = (state, href) => { [tile.state, tile.href] = [state, href]; changed(); };
  if (address.startsWith("/")) {
    fetchPicture(address).then(href => arrived(href ? "there" : "missing", href), () => { known.delete(address); });
  } else {
    const probe = new Image();
    probe.addEventListener("load", () => arrived("there", address));
    probe.addEventListener("error", () => arrived("missing", null));
    probe.src = address;
  }
  if (known.size > mostKnown) forget();
  return tile;
}

function forget() {
  for (const [address, tile] of known) {
    if (known.size <= mostKnown / 2) return;
    if (tile.state === "loading") continue;
    if (tile.href?.startsWith("blob:")) URL.revokeObjectURL(tile.href);
    known.delete(address);
  }
}

/** The tile of a cell, or the nearest larger one that is there: `{ href, part }`, with the part of it that the cell is. */
export function pictureOf(cell) {
  let isLoading = false;
  for (let up = 0; up <= mostEnlarged && cell.zoom - up >= zooms[0]; up++) {
    const parent = 2 ** up;
    const tile = tileAt(cell.zoom - up, Math.floor(cell.column / parent), Math.floor(cell.row / parent));
    if (tile.state === "there") {
      const within = (index, count) => (index % count + count) % count * 256 / count;
      return { href: tile.href, part: [within(cell.column, parent), within(cell.row, parent), 256 / parent] };
    }
    // A tile that is on its way is waited for, before a larger one is asked for.
    if (tile.state === "loading") { isLoading = true; break; }
  }
  return isLoading ? { isLoading } : null;
}

const shown = new Map();

function drawTiles(frame) {
  const [covered, missing, present] = [[], [], new Set()];
  let outline = "";
  const cells = tilesInView() ?? [];
  const isThere = new Map();
  for (const cell of cells) {
    const found = pictureOf(cell);
    const [left, top] = place(cell);
    const length = cell.side * view.scale;
    const box = [left, top, left + length, top + length];
    isThere.set(`${cell.column} ${cell.row}`, found?.href ? true : found ? null : false);
    if (!found) missing.push(box);
    if (!found?.href) continue;
    covered.push(box);
    const key = `${cell.zoom} ${cell.column} ${cell.row} ${found.href}`;
    present.add(key);
    placeTile(key, cell, found, frame);
  }
  for (const [key, node] of shown) {
    if (present.has(key)) continue;
    node.remove();
    shown.delete(key);
  }
  for (const { column, row, x, y, side } of cells) {
    if (!isThere.get(`${column} ${row}`)) continue;
    const [left, top, length] = [(x - frame.x) * frame.scale, (frame.y - y) * frame.scale, side * frame.scale];
    for (const [dx, dy, from, line] of [[0, -1, [0, 0], `h${length}`], [0, 1, [0, length], `h${length}`], [-1, 0, [0, 0], `v${length}`], [1, 0, [length, 0], `v${length}`]]) {
      if (isThere.get(`${column + dx} ${row + dy}`) !== false) continue;
      outline += `M${(left + from[0]).toFixed(1)} ${(top + from[1]).toFixed(1)}${line}`;
    }
  }
  setAttributes(edge, { d: outline || null });
  return { covered, missing };
}

function placeTile(key, cell, { href, part: [x, y, length] }, frame) {
  let node = shown.get(key);
  if (node?.frame === frame) return;
  if (!node) {
    node = shape("svg", { viewBox: `${x} ${y} ${length} ${length}`, preserveAspectRatio: "none" },
      shape("image", { href, width: 256, height: 256, preserveAspectRatio: "none" }));
    shown.set(key, node);
    mosaic.append(node);
  }
  node.frame = frame;
  // A hair more, or the ground shines through between them.
  const side = (cell.side * frame.scale + 0.5).toFixed(2);
  setAttributes(node, {
    x: ((cell.x - frame.x) * frame.scale).toFixed(2), y: ((frame.y - cell.y) * frame.scale).toFixed(2), width: side, height: side,
  });
}

/** The tiles in view that are there, for a picture. */
export const tilesForPicture = () => (tiles ? tilesInView() ?? [] : [])
  .map(cell => ({ cell, found: pictureOf(cell) })).filter(one => one.found?.href);
