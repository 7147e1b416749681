// A seeded file of delimited numbers: ten standard normal columns, and a smooth function of some of them plus noise.
import { closeSync, openSync, writeSync } from 'node:fs';

export const COLUMNS = 10;
/** Rows drawn at once: memory does not grow with the file. */
const PART = 10_000;
const NOISE = 0.3;
/** Digits after the point: 17 characters a cell, as files of measurements have. */
const DIGITS = 14;

/** Variance of the target: sin(2a) + b·c + cos(d + e) of independent standard normal numbers, and the noise. */
export const MADE_VARIANCE = (1 - Math.exp(-8)) / 2 + 1 + (1 + Math.exp(-4)) / 2 - Math.exp(-2) + NOISE ** 2;

export function makeTable(path, rows, fillNormal) {
  const file = openSync(path, 'w');
  try {
    writeSync(file, `${Array.from({ length: COLUMNS }, (_, c) => `x${c + 1}`).join(',')},y\n`);
    for (let from = 0, part = 0; from < rows; from += PART, part++) {
      const count = Math.min(PART, rows - from);
      const values = new Float64Array((COLUMNS + 1) * count);
      // Drawing takes a seed and the next one.
      fillNormal(values, 1001 + 2 * part);
      const lines = [];
      for (let i = 0, o = 0; i < count; i++, o += COLUMNS + 1) {
        const row = values.subarray(o, o + COLUMNS);
        const y = Math.sin(2 * row[0]) + row[1] * row[2] + Math.cos(row[3] + row[4]) + NOISE * values[o + COLUMNS];
        lines.push(`${Array.from(row, (v) => v.toFixed(DIGITS)).join(',')},${y.toFixed(DIGITS)}`);
      }
      writeSync(file, `${lines.join('\n')}\n`);
    }
  } finally {
    closeSync(file);
  }
}
