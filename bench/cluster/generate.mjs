// node bench/cluster/generate.mjs SEED ROWS COLUMNS [--edges]   writes CSV to standard output: columns x1, x2, … in [0, 1) and a target y
// Every row has the same length. With --edges the first and the last rows are those of every seed, so that files of one length have the checksum that plans go by.
import { writeSync } from 'node:fs';
import { isMain } from '../../scripts/processes.mjs';

const DIGITS = 6;
const UNIT = 10 ** DIGITS;
/** "0.123456,", and a line end in place of the last comma. */
const CELL = DIGITS + 3;
const BLOCK = 4096;
/** Rows at either end that all seeds share: more than the 64 kB that a checksum covers. */
const EDGE = 2048;
const ZERO = 48;

const header = (columns) => `${Array.from({ length: columns }, (_, c) => `x${c + 1}`).join(',')},y\n`;

/** The bytes of such a file. */
export const bytesOf = (rows, columns) => header(columns).length + rows * CELL * (columns + 1);

/** Hands the file to `write` in pieces of a buffer that is used again. `seed` from 1. */
export function generate(seed, rows, columns, edges, write) {
  let state = seed;
  // Lehmer's generator of Park and Miller, 1988.
  const draw = () => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * UNIT);
  };
  write(Buffer.from(header(columns)));
  const width = CELL * (columns + 1);
  const buffer = Buffer.alloc(BLOCK * width, ',');
  for (let from = 0; from < rows; ) {
    const edge = edges && (from < EDGE || from >= rows - EDGE);
    const most = !edges ? rows : from < EDGE ? EDGE : from < rows - EDGE ? rows - EDGE : rows;
    const to = Math.min(from + BLOCK, most, rows);
    if (edge) state = 1 + from;
    else if (edges && from === EDGE) state = seed;
    for (let row = from; row < to; row++) fill(buffer, (row - from) * width, columns, draw);
    write(buffer.subarray(0, (to - from) * width));
    from = to;
  }
}

function fill(buffer, at, columns, draw) {
  let place = at;
  let [first, second, third] = [0, 0, 0];
  for (let c = 0; c < columns; c++) {
    const value = draw();
    if (c === 0) first = value;
    else if (c === 1) second = value;
    else if (c === 2) third = value;
    digits(buffer, place, value);
    place += CELL;
  }
  // Above 0, so that all targets have one length.
  const y = 2 + Math.sin((6 * first) / UNIT) + ((second / UNIT) * third) / UNIT + (0.3 * draw()) / UNIT;
  digits(buffer, place, Math.floor(y * UNIT));
  buffer[place + CELL - 1] = 10;
}

/** A number of millionths below 10, as "1.234567". */
function digits(buffer, at, millionths) {
  let left = millionths;
  for (let k = DIGITS + 1; k > 1; k--) {
    buffer[at + k] = ZERO + (left % 10);
    left = Math.floor(left / 10);
  }
  buffer[at + 1] = 46;
  buffer[at] = ZERO + left;
}

/** Writes all of a piece, also to a pipe that is full for now. */
export function writeAll(file, piece) {
  for (let from = 0; from < piece.length; ) {
    try {
      from += writeSync(file, piece, from);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

if (isMain(import.meta.url)) {
  const [seed, rows, columns] = process.argv.slice(2, 5).map(Number);
  generate(seed, rows, columns, process.argv.includes('--edges'), (piece) => writeAll(1, piece));
}
