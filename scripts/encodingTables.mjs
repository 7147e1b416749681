// Bundles hold those tables of jschardet that are about encodings named in src/engine/data/legacyNames.ts: a third of them, packed better.
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundled } from './bundled.mjs';

/** Unpacks them, in node and in a browser. */
const PLATFORM = fileURLToPath(new URL('../src/platform/platform.ts', import.meta.url));
/** What a byte of these means, the library asks of every text. */
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
      const bytes = shorten ? shorten(readBytes(), await keptModels(path)) : readBytes();
      const packed = brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
      }).toString('base64');
      return {
        contents: `import { platform } from '${PLATFORM}';
          let bytes;
          export const readBytes = () => (bytes ??= platform.unbrotli(platform.fromBase64('${packed}'), ${bytes.length}));`,
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
 * Whether the library's models are kept, in their order, with the length of the head of each: the length of its name in four bytes, the name
 * ("ru/koi8-r"), and its norm in eight.
 * @returns {Promise<readonly { readonly keep: boolean, readonly head: number }[]>}
 */
async function keptModels(/** @type {string} */ path) {
  const { loadModels } = await import(new URL('index.js', pathToFileURL(path)).href);
  const names = new Set(await libraryNames());
  /** @type {string[]} */
  const models = [...loadModels().keys()];
  const missing = [...names].filter((name) => !models.some((model) => model.endsWith(`/${name}`)));
  if (missing.length > 0) throw new Error(`jschardet has no model for ${missing.join(', ')}`);
  return models.map((model) => ({
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
