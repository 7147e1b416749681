// Bundles hold those tables of jschardet that are about encodings named in src/engine/data/legacyNames.ts: a third of them, packed better.
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundled } from './bundled.mjs';

/** Unpacks them, in node and in a browser. */
const PLATFORM = fileURLToPath(new URL('../src/platform/platform.ts', import.meta.url));
/** And makes the tables of what was packed here. */
const PAIRS = fileURLToPath(new URL('../src/engine/data/letterPairs.ts', import.meta.url));
/** The library asks of every text what a byte of these means. */
const ALWAYS = ['ascii', 'cp037'];
/** Bytes of the counts of pairs of letters in a model. */
const MODEL = 65536;

/** @type {import('esbuild').Plugin} */
export const encodingTablesPlugin = {
  name: 'tables of encodings',
  setup({ onLoad }) {
    onLoad({ filter: /jschardet[\\/]build[\\/]models[\\/]\w+\.bin\.js$/ }, async ({ path }) => {
      const { readBytes } = await import(pathToFileURL(path).href);
      const shorten = { 'models.bin.js': shortenModels, 'langnorm.bin.js': shortenNorms }[basename(path)];
      const models = await keptModels(path);
      const bytes = shorten ? shorten(readBytes(), models) : readBytes();
      const pairs =
        shorten === shortenModels
          ? await packedPairs(
              bytes,
              models,
              await import(new URL('../pipeline/_byte-decode-tables.js', pathToFileURL(path)).href),
            )
          : undefined;
      const packed = brotliCompressSync(pairs?.packed ?? bytes, {
        params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
      }).toString('base64');
      const unpacked = `platform.unbrotli(platform.fromBase64('${packed}'), ${(pairs?.packed ?? bytes).length})`;
      return {
        contents: `import { platform } from '${PLATFORM}';
          import { unpackedPairs } from '${PAIRS}';
          let bytes;
          export const readBytes = () => (bytes ??= ${pairs ? `unpackedPairs(${unpacked}, ${JSON.stringify(pairs.packing)})` : unpacked});`,
        resolveDir: dirname(PLATFORM),
      };
    });
    onLoad({ filter: /jschardet[\\/]build[\\/]pipeline[\\/]_byte-decode-tables\.js$/ }, async ({ path }) => {
      const { BYTE_DECODE_TABLES, CATEGORY_NAMES, CAT_BASE } = await import(pathToFileURL(path).href);
      const names = new Set([...ALWAYS, ...(await libraryNames())]);
      const tables = Object.fromEntries(Object.entries(BYTE_DECODE_TABLES).filter(([name]) => names.has(name)));
      return {
        contents: `export const CATEGORY_NAMES = ${JSON.stringify(CATEGORY_NAMES)};
          export const CAT_BASE = ${CAT_BASE};
          export const BYTE_DECODE_TABLES = ${JSON.stringify(tables)};`,
      };
    });
  },
};

/** @returns {Promise<readonly string[]>} */
async function libraryNames() {
  const { LIBRARY_NAMES } = await bundled(`export { LIBRARY_NAMES } from './src/engine/data/legacyNames';`);
  return Object.values(LIBRARY_NAMES);
}

/**
 * Says for each of the library's models, in their order, whether it is retained, with its name ("ru/koi8-r") and the
 * length of its head: the length of its name in four bytes, the name, and its norm in eight.
 * @returns {Promise<readonly { readonly name: string, readonly keep: boolean, readonly head: number }[]>}
 */
async function keptModels(/** @type {string} */ path) {
  const { loadModels } = await import(new URL('index.js', pathToFileURL(path)).href);
  const names = new Set(await libraryNames());
  /** @type {string[]} */
  const models = [...loadModels().keys()];
  const missing = [...names].filter((name) => !models.some((model) => model.endsWith(`/${name}`)));
  if (missing.length > 0) throw new Error(`jschardet has no model for ${missing.join(', ')}`);
  return models.map((model) => ({
    name: model,
    keep: names.has(model.slice(model.indexOf('/') + 1)),
    head: 4 + Buffer.byteLength(model) + 8,
  }));
}

/** Four bytes of magic, the number of models in four, their heads, and their counts one after another. */
function shortenModels(/** @type {Uint8Array} */ bytes, /** @type {Awaited<ReturnType<typeof keptModels>>} */ models) {
  const counts = 8 + models.reduce((sum, { head }) => sum + head, 0);
  if (bytes.length !== counts + MODEL * models.length) throw new Error('the models of jschardet have another form');
  const heads = [];
  const kept = [];
  let at = 8;
  models.forEach(({ keep, head }, i) => {
    if (keep) {
      heads.push(bytes.subarray(at, at + head));
      kept.push(bytes.subarray(counts + MODEL * i, counts + MODEL * (i + 1)));
    }
    at += head;
  });
  const number = Buffer.alloc(4);
  number.writeUInt32BE(kept.length);
  return Buffer.concat([bytes.subarray(0, 4), number, ...heads, ...kept]);
}

/** 36 bytes of magic and digest, and eight for each model. */
function shortenNorms(/** @type {Uint8Array} */ bytes, /** @type {Awaited<ReturnType<typeof keptModels>>} */ models) {
  if (bytes.length !== 36 + 8 * models.length) throw new Error('the norms of jschardet have another form');
  const kept = models.flatMap(({ keep }, i) => (keep ? [bytes.subarray(36 + 8 * i, 44 + 8 * i)] : []));
  return Buffer.concat([bytes.subarray(0, 36), ...kept]);
}

/**
 * The bytes from which `unpackedPairs` makes these models. Another encoding of a language has the same counts in other
 * places, but for a few.
 * @param {Uint8Array} bytes
 * @param {Awaited<ReturnType<typeof keptModels>>} all
 * @param {{ readonly BYTE_DECODE_TABLES: Readonly<Record<string, { readonly cps: string }>> }} decoding
 */
async function packedPairs(bytes, all, { BYTE_DECODE_TABLES }) {
  const models = all.filter(({ keep }) => keep).map(({ name }) => name.split('/'));
  const letters = bytes.length - MODEL * models.length;
  const tables = models.map((_, i) => bytes.subarray(letters + MODEL * i, letters + MODEL * (i + 1)));
  /** @type {Map<string, Buffer>} for two encodings the bytes of the one that mean what those of the other do, or 0 */
  const same = new Map();
  const like = [];
  const left = models.map(([language, encoding], i) => {
    /** @type {[earlier: number, encodings: string, same: Buffer] | null} */
    let best = null;
    let least = tables[i];
    for (const [j, [spoken, other]] of models.slice(0, i).entries()) {
      if (spoken !== language) continue;
      const [here, there] = [encoding, other].map((name) => [...BYTE_DECODE_TABLES[name].cps]);
      const bytesThere = Buffer.from(here.map((letter) => Math.max(0, there.indexOf(letter))));
      const rest = tables[i].map(
        (count, pair) => count - tables[j][256 * bytesThere[Math.floor(pair / 256)] + bytesThere[pair % 256]],
      );
      if (valuesOf(rest).length >= valuesOf(least).length) continue;
      best = [j, `${encoding} ${other}`, bytesThere];
      least = rest;
    }
    if (best) same.set(best[1], best[2]);
    like.push(best && [best[0], [...same.keys()].indexOf(best[1])]);
    return least;
  });
  const counts = Buffer.concat(left);
  const [values, runs] = [valuesOf(counts), zerosOf(counts)];
  const packed = Buffer.concat([bytes.subarray(0, letters), ...same.values(), runs, values]);
  const zeros = letters + 256 * same.size;
  const packing = { letters, zeros, values: zeros + runs.length, like };
  const { unpackedPairs } = await bundled(`export { unpackedPairs } from './src/engine/data/letterPairs';`);
  if (Buffer.compare(unpackedPairs(packed, packing), bytes) !== 0) throw new Error('the models come out as others');
  return { packed, packing };
}

const valuesOf = (/** @type {Uint8Array} */ counts) => counts.filter((count) => count !== 0);

/** How many zeros stand in front of each value; 255 says that more follow. */
function zerosOf(/** @type {Uint8Array} */ counts) {
  const runs = [];
  let run = 0;
  for (const count of counts)
    if (count === 0) {
      if (++run < 255) continue;
      runs.push(run);
      run = 0;
    } else {
      runs.push(run);
      run = 0;
    }
  return Buffer.from(runs);
}
