// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A picture of the map as a file: twice as fine as on the screen, with its scale, its sources and its time.

import { areTilesOwn, coastPath, hasCoasts, tilesForPicture } from "./ground.js";
import { pastDensity, pastTrail } from "./map.js";
import { at, ground, place, size, view } from "./mapview.js";
import { scaleLength } from "./scenery.js";
import { paintDensity } from "./trail.js";
import { byID } from "./words.js";

const footer = 34;

/** Returns a PNG of what the map shows, at least 1,000 pixels wide. */
export async function mapPicture(title) {
  const fine = Math.max(2, 1000 / size.width);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(size.width * fine), Math.round((size.height + footer) * fine)];
  const context = canvas.getContext("2d");
  context.scale(fine, fine);
  const style = getComputedStyle(byID("view-map"));
  const color = name => style.getPropertyValue(`--${name}`).trim();
  context.save();
  context.beginPath();
  context.rect(0, 0, size.width, size.height);
  context.clip();
  await paintGround(context, color);
  if (pastDensity()) paintDensity(context, color("track"), pastDensity());
  paintTrack(context, color);
  paintNames(context, color);
  context.restore();
  paintFooter(context, color, title);
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("the browser made none")), "image/png");
  });
}

async function paintGround(context, color) {
  context.fillStyle = color(hasCoasts() ? "sea" : "plain");
  context.fillRect(0, 0, size.width, size.height);
  if (hasCoasts()) {
    const area = { west: at(0, 0).x, east: at(size.width, 0).x, north: at(0, 0).y, south: at(0, size.height).y };
    const path = new Path2D(coastPath(area, (x, y) => place({ x, y })));
    [context.fillStyle, context.strokeStyle] = [color("land"), color("coast")];
    context.fill(path);
    context.stroke(path);
  }
  // Pictures of another server would make the canvas unreadable.
  if (!areTilesOwn()) return;
  for (const { cell, found: { href, part: [x, y, length] } } of tilesForPicture()) {
    const image = new Image();
    image.src = href;
    await image.decode();
    const [left, top] = place(cell);
    const scale = image.naturalWidth / 256;
    context.drawImage(image, x * scale, y * scale, length * scale, length * scale, left, top, cell.side * view.scale + 0.5, cell.side * view.scale + 0.5);
  }
}

function paintTrack(context, color) {
  [context.strokeStyle, context.lineWidth, context.lineJoin, context.lineCap] = [color("track"), 2.5, "round", "round"];
  for (const segment of pastTrail().segments) {
    context.beginPath();
    segment.forEach((point, index) => {
      const [x, y] = place(point);
      if (index === 0) context.moveTo(x, y);
      context.lineTo(x, y);
    });
    context.stroke();
  }
}

/** The names of towns, and the degrees at the margin, where the map has them. */
function paintNames(context, color) {
  [context.font, context.lineWidth, context.lineJoin] = ["12.5px system-ui, sans-serif", 3, "round"];
  [context.strokeStyle, context.fillStyle] = [color("pane"), color("text")];
  for (const node of byID("map").querySelectorAll("[data-layer=towns] text, .graticule text")) {
    const [x, y] = [Number(node.getAttribute("x")), Number(node.getAttribute("y"))];
    context.textAlign = { start: "left", middle: "center", end: "right" }[getComputedStyle(node).textAnchor] ?? "left";
    context.strokeText(node.textContent, x, y);
    context.fillText(node.textContent, x, y);
  }
  for (const node of byID("map").querySelectorAll("[data-layer=towns] circle")) {
    context.beginPath();
    context.arc(Number(node.getAttribute("cx")), Number(node.getAttribute("cy")), 2.5, 0, 7);
    context.fill();
  }
  context.textAlign = "left";
}

function paintFooter(context, color, title) {
  context.fillStyle = color("pane");
  context.fillRect(0, size.height, size.width, footer);
  const { meters, text } = scaleLength();
  const width = meters / ground();
  [context.strokeStyle, context.fillStyle, context.lineWidth] = [color("text"), color("text"), 1.5];
  context.beginPath();
  context.moveTo(12, size.height - 18);
  context.lineTo(12, size.height - 11);
  context.lineTo(12 + width, size.height - 11);
  context.lineTo(12 + width, size.height - 18);
  context.stroke();
  context.font = "13px system-ui, sans-serif";
  context.fillText(text, 18 + width, size.height - 9);
  context.fillText(title, 12, size.height + 22);
  context.textAlign = "right";
  context.fillText(byID("credit").textContent, size.width - 12, size.height + 22);
}
