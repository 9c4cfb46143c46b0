// Core Location for Linux. SPDX-License-Identifier: MIT
//
// QR codes (ISO/IEC 18004) of texts as bytes, with error correction at level M: up to version 13, 331 bytes.

import { shape } from "./words.js";

/** Of each version from 1 on at level M: error correction codewords of a block, and the data codewords of each block. */
const blocks = [
  [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27], [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44], [30, 50, 51, 51, 51, 51],
  [22, 36, 36, 36, 36, 36, 36, 37, 37], [22, 37, 37, 37, 37, 37, 37, 37, 37, 38],
];
/** The centers of the alignment patterns of each version. */
const alignments = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50], [6, 30, 54],
  [6, 32, 58], [6, 34, 62],
];

// The field of 256 elements over x⁸ + x⁴ + x³ + x² + 1.
const power = [1];
for (let index = 1; index < 255; index++) power.push(power[index - 1] << 1 ^ (power[index - 1] & 128 ? 0x11d : 0));
const logarithm = new Map(power.map((value, index) => [value, index]));
const times = (one, other) => one && other ? power[(logarithm.get(one) + logarithm.get(other)) % 255] : 0;

/** The remainder of data by the generator polynomial of so many roots. */
function corrections(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    generator = [...generator, 0].map((value, index) => value ^ times(generator[index - 1] ?? 0, power[root]));
  }
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, index) => {
    const factor = rest[index];
    generator.forEach((value, offset) => { rest[index + offset] ^= times(value, factor); });
  });
  return rest.slice(data.length);
}

/** The codewords of a text: data and corrections of all blocks, interleaved. */
function codewords(bytes, version) {
  const [count, ...lengths] = blocks[version - 1];
  const capacity = lengths.reduce((sum, one) => sum + one, 0);
  let bits = "0100" + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, capacity * 8 - bits.length));
  bits += "0".repeat(-bits.length & 7);
  const data = bits.match(/.{8}/g).map(text => parseInt(text, 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = lengths.map((length, index) => data.slice(lengths.slice(0, index).reduce((sum, one) => sum + one, 0)).slice(0, length));
  const checks = parts.map(part => corrections(part, count));
  const interleaved = lists => Array.from({ length: Math.max(...lists.map(one => one.length)) },
    (_, index) => lists.map(one => one[index])).flat().filter(one => one !== undefined);
  return [...interleaved(parts), ...interleaved(checks)];
}

/** The modules of a text, `true` for dark: rows from the top. Throws if it is too long. */
export function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + blocks.findIndex(([, ...lengths], index) =>
    bytes.length + (index < 9 ? 2 : 3) <= lengths.reduce((sum, one) => sum + one, 0));
  if (version === 0) throw new Error("the address is too long for a code");
  const size = 17 + 4 * version;
  const isTaken = Array.from({ length: size }, () => Array(size).fill(false));
  const modules = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (row, column, isDark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    [modules[row][column], isTaken[row][column]] = [isDark, true];
  };
  drawPatterns(set, isTaken, version, size);
  placeData(codewords(bytes, version), modules, isTaken, size);
  return best(modules, isTaken, size);
}

function drawPatterns(set, isTaken, version, size) {
  for (let index = 0; index < size; index++) for (const [row, column] of [[6, index], [index, 6]]) set(row, column, index % 2 === 0);
  for (const [top, left] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let row = -4; row <= 4; row++) {
      for (let column = -4; column <= 4; column++) {
        const ring = Math.max(Math.abs(row), Math.abs(column));
        set(top + row, left + column, ring !== 2 && ring !== 4);
      }
    }
  }
  const centers = alignments[version - 1];
  for (const top of centers) {
    for (const left of centers) {
      if ([[6, 6], [6, size - 7], [size - 7, 6]].some(([row, column]) => row === top && column === left)) continue;
      for (let row = -2; row <= 2; row++) for (let column = -2; column <= 2; column++) set(top + row, left + column, Math.max(Math.abs(row), Math.abs(column)) !== 1);
    }
  }
  // The places of the format and the version, filled later or now.
  for (let index = 0; index < 9; index++) for (const [row, column] of [[8, index], [index, 8]]) if (!isTaken[row][column]) set(row, column, false);
  for (let index = 0; index < 8; index++) for (const [row, column] of [[8, size - 1 - index], [size - 1 - index, 8]]) set(row, column, false);
  set(size - 8, 8, true);
  if (version < 7) return;
  let rest = version << 12;
  for (let bit = 17; bit >= 12; bit--) if (rest >> bit & 1) rest ^= 0x1f25 << bit - 12;
  const bits = version << 12 | rest;
  for (let index = 0; index < 18; index++) {
    const [row, column] = [Math.floor(index / 3), size - 11 + index % 3];
    set(row, column, Boolean(bits >> index & 1));
    set(column, row, Boolean(bits >> index & 1));
  }
}

function placeData(words, modules, isTaken, size) {
  let index = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is left out.
    if (right === 6) right = 5;
    const isUpward = (right + 1 & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isTaken[row][column]) continue;
        modules[row][column] = Boolean((words[index >> 3] ?? 0) >> 7 - (index & 7) & 1);
        index += 1;
      }
    }
  }
}

const masks = [
  (row, column) => (row + column) % 2, row => row % 2, (row, column) => column % 3, (row, column) => (row + column) % 3,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2, (row, column) => row * column % 2 + row * column % 3,
  (row, column) => (row * column % 2 + row * column % 3) % 2, (row, column) => ((row + column) % 2 + row * column % 3) % 2,
];

/** The modules with the mask that makes them easiest to read. */
function best(modules, isTaken, size) {
  const candidates = masks.map((mask, number) => {
    const masked = modules.map((list, row) => list.map((isDark, column) => !isTaken[row][column] && mask(row, column) === 0 ? !isDark : isDark));
    drawFormat(masked, number, size);
    return masked;
  });
  return candidates.reduce((chosen, one) => penalty(one, size) < penalty(chosen, size) ? one : chosen);
}

/** Writes the level M (binary 00) and the mask twice. */
function drawFormat(modules, mask, size) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit--) if (rest >> bit & 1) rest ^= 0x537 << bit - 10;
  const bits = (mask << 10 | rest) ^ 0x5412;
  const bit = index => Boolean(bits >> index & 1);
  for (let index = 0; index < 6; index++) modules[index][8] = bit(index);
  [modules[7][8], modules[8][8], modules[8][7]] = [bit(6), bit(7), bit(8)];
  for (let index = 9; index < 15; index++) modules[8][14 - index] = bit(index);
  for (let index = 0; index < 8; index++) modules[8][size - 1 - index] = bit(index);
  for (let index = 8; index < 15; index++) modules[size - 15 + index][8] = bit(index);
}

function penalty(modules, size) {
  let sum = 0;
  const lines = [...modules, ...modules.map((_, column) => modules.map(row => row[column]))].map(line => line.map(Number).join(""));
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (line.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let row = 1; row < size; row++) {
    for (let column = 1; column < size; column++) {
      const one = modules[row][column];
      if (one === modules[row - 1][column] && one === modules[row][column - 1] && one === modules[row - 1][column - 1]) sum += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length / size / size;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** A picture of the code, black on white with its margin in every theme. */
export function qrPicture(text) {
  const modules = qrModules(text);
  const size = modules.length;
  const path = modules.flatMap((list, row) => list.map((isDark, column) => isDark ? `M${column + 4} ${row + 4}h1v1h-1z` : "")).join("");
  return shape("svg", { class: "code", role: "img", "aria-label": "QR code", viewBox: `0 0 ${size + 8} ${size + 8}`, "shape-rendering": "crispEdges" },
    shape("rect", { width: size + 8, height: size + 8, fill: "#fff" }), shape("path", { d: path, fill: "#000" }));
}
