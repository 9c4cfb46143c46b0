// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The past as a picture: a track that is bounded in points, and drawn in pieces, of which a new point changes the last; or
// the time spent in cells.

import { near, place, project, view } from "./mapview.js";
import { setAttributes, shape } from "./words.js";

/** As many points as the server keeps. */
const most = 4096;
/** Points of a piece. */
const piece = 256;

export class Trail {
  /** Lists of projected points; a new one begins after an outage. */
  segments = [];
  count = 0;
  /** Of the points that come, every how many-th is kept. */
  #stride = 1;
  #skipped = 0;
  #frame = null;
  /** The path that grows: its element, its text, its points, and where it ends in pixels. */
  #last = null;

  constructor(layer) { this.layer = layer; }

  set(segments) {
    this.segments = segments.filter(one => one.length);
    this.#recount();
    this.#stride = 1;
    while (this.count > most) this.#thin();
    if (this.#frame) this.draw(this.#frame);
  }

  /** Adds a point; every second one is dropped whenever there are too many, as the server does. */
  add(point, begins) {
    if (begins || !this.segments.length) {
      this.segments.push([point]);
      this.#skipped = 0;
      this.#last = null;
    } else {
      this.#skipped += 1;
      if (this.#skipped < this.#stride) return;
      this.#skipped = 0;
      this.segments.at(-1).push(point);
    }
    this.count += 1;
    if (this.count > most) {
      this.#thin();
      if (this.#frame) this.draw(this.#frame);
    } else if (this.#frame) {
      this.#append(point);
      this.#tell();
    }
  }

  #recount() { this.count = this.segments.reduce((sum, one) => sum + one.length, 0); }

  #thin() {
    const before = this.count;
    this.segments = this.segments.map(points =>
      points.filter((_, index) => index % 2 === 0 || index === points.length - 1));
    this.#recount();
    if (this.count <= before * 3 / 4) this.#stride *= 2;
    while (this.count > most * 3 / 4 && this.segments.length > 1) this.count -= this.segments.shift().length;
  }

  /** Draws all of it anew in a frame: an origin and a scale. */
  draw(frame) {
    this.#frame = frame;
    this.#last = null;
    this.layer.replaceChildren();
    for (const segment of this.segments) {
      this.#last = null;
      for (const point of segment) this.#append(point, false);
      this.#finish();
    }
    this.#tell();
  }

  #append(point, isAlone = true) {
    const [x, y] = [(point.x - this.#frame.x) * this.#frame.scale, (this.#frame.y - point.y) * this.#frame.scale];
    let last = this.#last;
    if (last && Math.hypot(x - last.x, y - last.y) < 1) {
      // Steps of less than a pixel are left out, except the last one.
      last.rest = [x, y];
      return;
    }
    if (!last || last.count >= piece) {
      const from = last ? `M${last.x.toFixed(1)} ${last.y.toFixed(1)}L` : "M";
      if (last) this.#finish();
      last = this.#last = { node: shape("path"), text: `${from}${x.toFixed(1)} ${y.toFixed(1)}h0`, count: 0 };
      this.layer.append(last.node);
    } else {
      last.text += `L${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    [last.x, last.y, last.rest] = [x, y, null];
    last.count += 1;
    if (isAlone) this.#finish();
  }

  #finish() {
    if (!this.#last) return;
    const { node, text, rest } = this.#last;
    node.setAttribute("d", rest ? `${text}L${rest[0].toFixed(1)} ${rest[1].toFixed(1)}` : text);
  }

  #tell() { setAttributes(this.layer, { "data-points": this.count }); }
}

/** The corners of an area of cells. */
export const corners = ({ latitude, longitude, rows, columns, step: [north, east] }) =>
  [project(latitude, longitude), project(latitude + rows * north, longitude + columns * east)];

/** Paints the time spent in cells in one color, on a logarithmic scale: a berth does not outshine the passages. */
export function paintDensity(context, color, density) {
  const most = density.seconds.reduce((top, one) => Math.max(top, one[2]), 1);
  context.fillStyle = color;
  for (const [row, column, seconds] of density.seconds) {
    const [south, west] = [density.latitude + row * density.step[0], density.longitude + column * density.step[1]];
    const [left, bottom] = place(near(project(south, west), view));
    const [right, top] = place(near(project(south + density.step[0], west + density.step[1]), view));
    context.globalAlpha = 0.15 + 0.85 * Math.log1p(seconds) / Math.log1p(most);
    context.fillRect(left, top, Math.max(right - left, 2), Math.max(bottom - top, 2));
  }
  context.globalAlpha = 1;
}
