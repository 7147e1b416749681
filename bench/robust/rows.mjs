// Rows for the robust benchmark: numbers of a file or made ones, standardised, in memory and in files for the peers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { permutation } from '../../src/engine/data/random';
import { fillNormal, fillUniform } from '../linalg/inputs.mjs';

const MADE_COLUMNS = 8;
/** Fraction of made rows whose target is off by ten times the noise or more. */
const OFF = 0.05;

/** Rows of the file that are all numbers: a line of names is passed over. */
export function numberRows(file) {
  const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => line.split(',').map(Number)).filter((row) => row.every(Number.isFinite));
}

/**
 * n seeded rows of `file`, its last column the target, or made ones without a file: x (n×d column-major) and y, standardised.
 * They are written to x.bin and y.bin in `folder`.
 */
export function prepareRows(file, n, folder) {
  const { values, y, d } = file === undefined ? made(n) : picked(file, n);
  for (let c = 0; c < d; c++) standardise(values.subarray(c * n, (c + 1) * n));
  standardise(y);
  writeFileSync(join(folder, 'x.bin'), values);
  writeFileSync(join(folder, 'y.bin'), y);
  return { x: { rows: n, columns: d, values }, y };
}

function picked(file, n) {
  const rows = numberRows(file);
  if (rows.length < n) throw new Error(`${file} has ${rows.length} rows of numbers, ${n} are wanted`);
  const d = rows[0].length - 1;
  const chosen = Array.from(permutation(rows.length, 1).subarray(0, n), (i) => rows[i]);
  const values = new Float64Array(n * d);
  for (let c = 0; c < d; c++) for (let i = 0; i < n; i++) values[c * n + i] = chosen[i][c];
  return { d, values, y: Float64Array.from(chosen, (row) => row[d]) };
}

function made(n) {
  const values = new Float64Array(n * MADE_COLUMNS);
  fillNormal(values, 11);
  const noise = new Float64Array(n);
  fillNormal(noise, 21);
  const chance = new Float64Array(n);
  fillUniform(chance, 31);
  const y = noise.map((v, i) => {
    const size = (chance[i] + 1) / 2 < OFF ? 2 : 0.2;
    return Math.sin(2 * values[i]) + values[n + i] * values[2 * n + i] + size * v;
  });
  return { d: MADE_COLUMNS, values, y };
}

function standardise(values) {
  const n = values.length;
  const mean = values.reduce((sum, v) => sum + v, 0) / n;
  const deviation = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / n) || 1;
  for (let i = 0; i < n; i++) values[i] = (values[i] - mean) / deviation;
}
