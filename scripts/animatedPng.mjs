// Pictures of a window to an animated PNG (PNG specification, third edition): whole colours, and no more than every browser shows.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const RGBA = 6;
/** Channels by the colour types that a browser's pictures have. */
const CHANNELS = { 2: 3, [RGBA]: 4 };
/** A frame stays, and the next one is painted over it. */
const LEAVE = 0;
const OVER = 1;

/**
 * @typedef {{ width: number, height: number, pixels: Uint8Array }} Picture RGBA, a row after the other
 * @param {Buffer} png 8 bits a channel, not interlaced
 * @returns {Picture}
 */
export function decodePng(png) {
  const data = [];
  let [width, height, type] = [0, 0, 0];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IHDR') [width, height, type] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9]];
    if (name === 'IDAT') data.push(body);
  }
  const channels = CHANNELS[type];
  if (channels === undefined) throw new Error(`A PNG of colour type ${type} is not read.`);
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * channels, channels);
  const pixels = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < channels; c++) pixels[4 * i + c] = rows[channels * i + c];
  return { width, height, pixels };
}

/**
 * The prediction of a row's byte, by the number of the filter: `a` to the left, `b` above, `c` above to the left.
 * @type {((a: number, b: number, c: number) => number)[]}
 */
const FILTERS = [
  () => 0,
  (a) => a,
  (_, b) => b,
  (a, b) => (a + b) >> 1,
  (a, b, c) => {
    const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    if (toA <= toB && toA <= toC) return a;
    return toB <= toC ? b : c;
  },
];

/** Rows of `length` bytes, each behind the number of its filter, as they were. */
function unfilter(filtered, length, channels) {
  const rows = new Uint8Array((filtered.length / (length + 1)) * length);
  for (let y = 0; y * length < rows.length; y++) {
    const predict = FILTERS[filtered[y * (length + 1)]];
    const at = y * length;
    for (let x = 0; x < length; x++) {
      const left = x >= channels;
      const [a, b] = [left ? rows[at + x - channels] : 0, y > 0 ? rows[at + x - length] : 0];
      const c = left && y > 0 ? rows[at + x - length - channels] : 0;
      rows[at + x] = filtered[at + y + 1 + x] + predict(a, b, c);
    }
  }
  return rows;
}

/** Each row by the filter that leaves the smallest bytes. */
function filter(rows, length, channels) {
  const filtered = Buffer.alloc(rows.length + rows.length / length);
  for (let y = 0; y * length < rows.length; y++) {
    const at = y * length;
    const candidates = FILTERS.map((predict) => {
      const row = Buffer.alloc(length);
      let size = 0;
      for (let x = 0; x < length; x++) {
        const left = x >= channels;
        const [a, b] = [left ? rows[at + x - channels] : 0, y > 0 ? rows[at + x - length] : 0];
        const c = left && y > 0 ? rows[at + x - length - channels] : 0;
        row[x] = rows[at + x] - predict(a, b, c);
        size += row[x] < 128 ? row[x] : 256 - row[x];
      }
      return { row, size };
    });
    const best = candidates.reduce((least, { size }, i) => (size < candidates[least].size ? i : least), 0);
    filtered[at + y] = best;
    filtered.set(candidates[best].row, at + y + 1);
  }
  return filtered;
}

function chunk(name, body) {
  const framed = Buffer.alloc(12 + body.length);
  framed.writeUInt32BE(body.length);
  framed.write(name, 4, 'latin1');
  framed.set(body, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + body.length)), 8 + body.length);
  return framed;
}

const words = (/** @type {number[]} */ ...values) => {
  const body = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) body.writeUInt32BE(value, 4 * i);
  return body;
};

/**
 * The smallest rectangle of `next` that differs from `before`, with the unchanged pixels in it left transparent;
 * undefined where nothing differs.
 * @param {Picture} next
 * @param {Picture} before
 */
function difference({ width, height, pixels }, before) {
  const [now, old] = [pixels, before.pixels].map(({ buffer }) => new Uint32Array(buffer));
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let i = 0; i < now.length; i++) {
    if (now[i] === old[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) return undefined;
  const [w, h] = [right - left + 1, bottom - top + 1];
  const part = new Uint32Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = (top + y) * width + left + x;
      part[y * w + x] = now[i] === old[i] ? 0 : now[i];
    }
  return { left, top, width: w, height: h, pixels: new Uint8Array(part.buffer) };
}

/**
 * The pictures in turn, for ever. Pictures that show nothing new prolong the one before.
 * @param {readonly { picture: Picture, milliseconds: number }[]} shown
 */
export function animatedPng(shown) {
  const [{ picture: first }] = shown;
  /** @type {{ part: Picture & { left: number, top: number }, milliseconds: number }[]} */
  const frames = [];
  shown.forEach(({ picture, milliseconds }, i) => {
    const part = i === 0 ? { ...first, left: 0, top: 0 } : difference(picture, shown[i - 1].picture);
    if (part) frames.push({ part, milliseconds });
    else frames[frames.length - 1].milliseconds += milliseconds;
  });
  let sequence = 0;
  const chunks = frames.flatMap(({ part: { left, top, width, height, pixels }, milliseconds }, i) => {
    const timing = Buffer.from([milliseconds >> 8, milliseconds & 255, 1000 >> 8, 1000 & 255, LEAVE, i > 0 ? OVER : 0]);
    const control = chunk('fcTL', Buffer.concat([words(sequence++, width, height, left, top), timing]));
    const data = deflateSync(filter(pixels, 4 * width, 4), { level: 9, memLevel: 9 });
    return [control, i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([words(sequence++), data]))];
  });
  const header = Buffer.concat([words(first.width, first.height), Buffer.from([8, RGBA, 0, 0, 0])]);
  const opening = [chunk('IHDR', header), chunk('acTL', words(frames.length, 0))];
  return Buffer.concat([SIGNATURE, ...opening, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}
