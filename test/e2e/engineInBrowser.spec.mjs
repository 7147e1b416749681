// The engine in a browser gives the same numbers as in node: every method, every form of file, with memory that threads
// share and without.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test as base } from '@playwright/test';
import { engineOfNode, serveEngine } from './enginePage.mjs';
import { root, thinned } from './profile.mjs';

/** @type {{ id: string, family: string }[]} */
const METHODS = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).kernelscope.methods;
const HARVEST = readFileSync(join(root, 'samples/harvest.csv'));
/** Every second row: a fit's time grows with the cube of its rows. */
const THINNED = Buffer.from(thinned(HARVEST.toString(), 2));

const say = (words) => base.info().annotations.push({ type: 'said', description: words });

/** @type {import('@playwright/test').TestType<any, any>} */
const test = base.extend({
  /** The same pages for all tests: every one of them would read and compile the engine anew. */
  pages: [
    async ({ browser }, use) => {
      const served = await serveEngine();
      const open = async (path) => {
        const page = await browser.newPage();
        await page.goto(`${served.url}${path}`);
        return page;
      };
      await use({ alone: await open('/'), isolated: await open('/isolated') });
      served.stop();
    },
    { scope: 'worker' },
  ],
  machine: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads what a fixture takes from its pattern
    async ({}, use) => {
      const engine = engineOfNode();
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
});

const request = (name, bytes, target, method = 'krr', parameters = {}) => ({
  source: { kind: 'bytes', name, bytes },
  read: {},
  method,
  parameters,
  design: {
    target,
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed: 1,
  },
});

/** The numbers of an answer by their paths, in the page and here; bytes travel as text. */
async function both(page, machine, method, params) {
  const { bytes } = params.source;
  const text = Buffer.from(bytes).toString('base64');
  const web = await page.evaluate(
    async ([asked, given, base64]) => {
      const source = { ...given.source, bytes: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) };
      return globalThis.flat(await globalThis.ask(asked, { ...given, source }));
    },
    [method, { ...params, source: { ...params.source, bytes: undefined } }, text],
  );
  const node = await machine.ask(method, params);
  return { web, node: flat(node) };
}

function flat(value) {
  /** @type {Record<string, number[] | string>} */
  const numbers = {};
  const walk = (part, path) => {
    if (typeof part === 'number') numbers[path] = [part];
    else if (ArrayBuffer.isView(part)) numbers[path] = Array.from(/** @type {Float64Array} */ (part));
    else if (part && typeof part === 'object')
      for (const [key, each] of Object.entries(part)) walk(each, `${path}.${key}`);
    else numbers[path] = String(part);
  };
  walk(value, '');
  return numbers;
}

/** Members that differ from fit to fit, or from machine to machine. */
const OWN = /\.(id|created|threads|name|modified|text)$|[sS]econds|\.(pace|timings|notes|solver)\.|\.backEnd|\.bytes/;

/**
 * How far two answers are apart: the largest difference of an array, as a fraction of its largest number, and how many
 * are equal to the bit.
 */
function compared({ web, node }) {
  let worst = { path: '', share: 0 };
  let equal = 0;
  let all = 0;
  for (const [path, here] of Object.entries(node)) {
    if (OWN.test(path)) continue;
    const there = web[path];
    assert.ok(there !== undefined, `${path} is missing`);
    if (typeof here === 'string') assert.equal(there, here, path);
    else {
      assert.equal(there.length, here.length, path);
      all++;
      const scale = here.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 1e-300);
      const share = here.reduce(
        (most, x, i) => (Object.is(x, there[i]) ? most : Math.max(most, Math.abs(x - there[i]) / scale)),
        0,
      );
      if (share === 0) equal++;
      if (!(share <= worst.share)) worst = { path, share };
    }
  }
  return { worst, equal, all };
}

/** The method of each family that is also run where threads share memory: only the core differs there. */
const ON_THREADS = new Set(['krr', 'ksgd', 'rf-ridge', 'ekpca']);

for (const { id, family } of METHODS)
  test(`${id}: the numbers of node`, async ({ pages, machine }) => {
    const target = family === 'components' ? '' : 'yield_t_ha';
    const asked = request('harvest.csv', THINNED, target, id, { kernel: 'gaussian', lengthScale: 3 });
    for (const name of ON_THREADS.has(id) ? ['alone', 'isolated'] : ['alone']) {
      assert.equal(await pages[name].evaluate('platform.sharesMemory'), name === 'isolated');
      const { worst, equal, all } = compared(await both(pages[name], machine, 'fit', asked));
      say(
        `${name}: ${equal} of ${all} equal to the bit; at most ${worst.share.toExponential(1)} apart (${worst.path})`,
      );
      assert.ok(worst.share < 1e-6, `${worst.path} ${worst.share}`);
    }
  });

const part = HARVEST.indexOf('\n', HARVEST.length / 2) + 1;
const parquet = (codec) => readFileSync(join(root, `test/oracles/files/codec-${codec}.parquet`));
/** Tables as people have them, by their names. */
const FILES = {
  'harvest.csv.gz': gzipSync(HARVEST),
  'members.csv.gz': Buffer.concat([gzipSync(HARVEST.subarray(0, part)), gzipSync(HARVEST.subarray(part))]),
  'latin.csv': Buffer.from(
    'Größe;Straße\n1,5;Süd\n2,5;Mühlenstraße\n3,5;Süd\n4,25;Königsallee\n5,5;Äußere Gasse\n',
    'latin1',
  ),
  'wide.csv': Buffer.from('\ufeffa,b\n1,x\n2,y\n3,z\n', 'utf16le'),
  'lines.jsonl': Buffer.from('{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n{"a":4,"b":"z"}\n'),
  ...Object.fromEntries(
    ['none', 'gzip', 'brotli', 'snappy', 'zstd', 'lz4'].map((codec) => [`${codec}.parquet`, parquet(codec)]),
  ),
};

for (const [name, bytes] of Object.entries(FILES))
  test(`${name} is read as by node`, async ({ pages, machine }) => {
    const asked = { source: { kind: 'bytes', name, bytes }, read: {}, design: {} };
    const { worst, all } = compared(await both(pages.alone, machine, 'inspect', asked));
    assert.ok(all > 5);
    assert.equal(worst.share, 0, worst.path);
  });

/** Files that are cut off or damaged in the midst. */
const BROKEN = {
  'cut.csv.gz': gzipSync(HARVEST).subarray(0, 600),
  'damaged.csv.gz': Buffer.from(gzipSync(HARVEST).map((byte, i) => (i === 700 ? byte ^ 255 : byte))),
  'sum.csv.gz': Buffer.from(gzipSync(HARVEST).map((byte, i, all) => (i === all.length - 6 ? byte ^ 1 : byte))),
  'none.csv': Buffer.from(''),
  'letter.csv': Buffer.from('%PDF-1.7'),
};

for (const [name, bytes] of Object.entries(BROKEN))
  test(`${name} gets the sentence of node`, async ({ pages, machine }) => {
    const asked = { source: { kind: 'bytes', name, bytes }, read: {}, design: {} };
    const said = await machine.ask('inspect', asked).then(
      () => 'nothing',
      ({ message }) => message,
    );
    assert.notEqual(said, 'nothing');
    await assert.rejects(both(pages.alone, machine, 'inspect', asked), (error) => String(error).includes(said));
  });
