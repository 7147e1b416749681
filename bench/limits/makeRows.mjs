// A seeded file of columns x1, x2, … of six digits, three at least, and a target y, some hundred thousand rows a second.
import { closeSync, openSync, writeSync } from 'node:fs';

const PART = 10_000;

/** Writes the file and returns its path; `seed` from 1. */
export function makeRows(path, rows, columns, seed = 1) {
  const file = openSync(path, 'w');
  let state = seed;
  // Lehmer's generator of Park and Miller, 1988.
  const draw = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  writeSync(file, `${Array.from({ length: columns }, (_, c) => `x${c + 1}`).join(',')},y\n`);
  for (let from = 0; from < rows; from += PART) {
    let text = '';
    for (let i = from; i < Math.min(rows, from + PART); i++) {
      const x = Array.from({ length: columns }, () => Math.round(1e6 * draw()) / 1e6);
      const y = Math.sin(6 * x[0]) + x[1] * x[2] + 0.3 * draw();
      text += `${x.join(',')},${Math.round(1e6 * y) / 1e6}\n`;
    }
    writeSync(file, text);
  }
  closeSync(file);
  return path;
}
