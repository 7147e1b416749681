// The page that `npm run demo` builds, below a path of a plain server: the numbers of the command line, and no request but to its own folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test as base } from '@playwright/test';
import { bundled } from '../../scripts/bundled.mjs';
import { writeDemo } from '../../scripts/demo.mjs';
import { axeFaults } from './axe.mjs';
import { root } from './profile.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const BELOW = '/below/some path/';
const FITTED = 60_000;

/** Serves a folder below a path, without headers but the type. */
async function serve(/** @type {string} */ folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const path = decodeURIComponent(pathname);
    const file = join(folder, path.slice(BELOW.length) || 'index.html');
    const there = path.startsWith(BELOW) && existsSync(file);
    response.writeHead(there ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(there ? readFileSync(file) : '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}${encodeURI(BELOW)}`, stop: () => server.close() };
}

/** Runs in every frame: the runs that the panel was sent. */
function keepRuns() {
  Object.assign(window, { runs: [] });
  window.addEventListener('message', ({ data }) => {
    if (data?.type === 'show') /** @type {any} */ (window).runs.push(data);
  });
}

/**
 * @typedef {object} OfDemo
 * @property {import('@playwright/test').Page} page
 * @property {import('@playwright/test').FrameLocator} panel
 * @property {import('@playwright/test').Locator} said
 * @property {string[]} complaints of the console
 * @property {(name: string, bytes: Buffer) => Promise<void>} choose
 * @property {() => Promise<void>} fitted
 * @property {() => Promise<any>} run the last that the panel was sent
 */

const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<{ demo: OfDemo }, { site: { url: string } }, any, any>} */ ({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: playwright reads the names of what a fixture takes
      async ({}, use) => {
        const folder = mkdtempSync(join(tmpdir(), 'ks-demo-'));
        await writeDemo(folder);
        const { url, stop } = await serve(folder);
        await use({ url });
        stop();
        rmSync(folder, { recursive: true });
      },
      { scope: 'worker' },
    ],
    demo: async ({ page, site }, use) => {
      /** @type {string[]} */
      const complaints = [];
      /** @type {string[]} */
      const outside = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.context().on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(site.url) && !/^(blob|data):/.test(url)) outside.push(url);
      });
      await page.addInitScript(keepRuns);
      await page.goto(site.url);
      const panel = page.frameLocator('iframe');
      await use({
        page,
        panel,
        said: page.locator('#said'),
        complaints,
        choose: (name, buffer) => page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer }),
        async fitted() {
          await panel.getByRole('tab', { name: 'Overview' }).waitFor({ timeout: FITTED });
          await page.waitForFunction(() => /** @type {any} */ (document.getElementById('bar')).hidden);
          const frame = () => page.frames().find((each) => each.url().endsWith('panel.html'));
          await frame()?.waitForFunction(
            () => /** @type {any} */ (window).runs.at(-1)?.first === undefined,
            undefined,
            {
              timeout: FITTED,
            },
          );
        },
        async run() {
          const frame = page.frames().find((each) => each.url().endsWith('panel.html'));
          const base64 = await frame?.evaluate(() => {
            const { run } = /** @type {any} */ (window).runs.at(-1);
            return btoa(Array.from(run, (byte) => String.fromCharCode(byte)).join(''));
          });
          const { unpack } = await bundled("export { unpack } from './src/engine/contract/pack';");
          return unpack(new Uint8Array(Buffer.from(base64 ?? '', 'base64')));
        },
      });
      assert.deepEqual(outside, [], 'no request left the folder of the page');
    },
  }),
);

/** The command line's result for the same file. */
function commandLine(/** @type {string} */ file, /** @type {string} */ target) {
  const words = [join(root, 'dist/cli.js'), 'fit', file, '--target', target, '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

/** The largest relative difference of numbers with the same paths, where both have them. */
function apart(/** @type {any} */ a, /** @type {any} */ b, path = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    const off = Math.abs(a - b) / Math.max(1, Math.abs(b));
    return off > 1e-9 ? [`${path}: ${a} and ${b}`] : [];
  }
  if (typeof b !== 'object' || b === null) return a === b ? [] : [`${path}: ${a} and ${b}`];
  return Object.keys(b).flatMap((key) => apart(a?.[key], b[key], `${path}.${key}`));
}

const csv = (/** @type {string} */ name) => readFileSync(join(root, 'samples', name));

for (const [name, target] of [
  ['fan-noise', 'sound_level_db'],
  ['flats', 'rent'],
  ['leaves', 'shrub'],
])
  test(`the sample ${name} is fitted, with the numbers of the command line`, async ({ demo }) => {
    await demo.page.getByRole('button', { name: `${name}.csv` }).click();
    await demo.fitted();
    const run = await demo.run();
    const there = commandLine(join(root, `samples/${name}.csv`), target);
    assert.equal(run.method.id, there.method);
    assert.equal(run.target, there.target);
    const { rows, observed, holdout: predicted } = there.predictions;
    assert.deepEqual(apart({ ...run.holdout }, { rows, observed, predicted }), []);
    assert.deepEqual(apart(run.metrics, there.metrics), []);
    assert.equal(await demo.page.locator('#target').inputValue(), target);
    assert.equal(await demo.said.textContent(), '');
    assert.deepEqual(demo.complaints, []);
  });

/** Rows whose last column follows from the first, with letters that UTF-8 and Latin-1 write otherwise. */
const made = (rows = 60) =>
  [
    'größe;ort;wert',
    ...Array.from({ length: rows }, (_, i) => `${i};${i % 2 ? 'Köln' : 'Gießen'};${(i / 7) ** 2}`),
    '',
  ].join('\n');

const FILES = {
  'a compressed file': { name: 'made.csv.gz', bytes: () => gzipSync(made()), target: 'wert' },
  'a file in Latin-1': { name: 'made.csv', bytes: () => Buffer.from(made(), 'latin1'), target: 'wert' },
  'a Parquet file': {
    // Not an exact line, of which every engine would show its own rounding.
    name: 'codec-zstd.parquet',
    bytes: () => readFileSync(join(root, 'test/oracles/files/codec-zstd.parquet')),
    target: 'real',
  },
  'a file whose names are markup': {
    name: '<img src=x onerror=alert(1)>.csv',
    bytes: () => Buffer.from(made().replaceAll('wert', '<b>wert</b>').replaceAll('Köln', '<script>alert(1)</script>')),
    target: '<b>wert</b>',
  },
};

for (const [what, { name, bytes, target }] of Object.entries(FILES))
  test(`${what} is fitted, with the numbers of the command line`, async ({ demo }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ks-demo-'));
    try {
      const file = join(folder, name);
      writeFileSync(file, bytes());
      await demo.choose(name, Buffer.from(bytes()));
      await demo.page.locator('#ask').waitFor();
      if (target) await demo.page.selectOption('#target', target);
      const chosen = await demo.page.locator('#target').inputValue();
      await demo.page.getByRole('button', { name: 'Fit', exact: true }).click();
      await demo.fitted();
      const there = commandLine(file, chosen);
      const run = await demo.run();
      assert.deepEqual(apart(run.metrics, there.metrics), []);
      assert.equal(await demo.page.locator('b, img').count(), 0);
      assert.deepEqual(demo.complaints, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

/** Drops a file where a selector says, in a frame. */
const drop = (/** @type {any} */ frame, /** @type {string} */ name, /** @type {string} */ text) =>
  frame.evaluate(
    ([called, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], called));
      const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(over);
      if (!over.defaultPrevented) throw new Error('the page would be left');
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
    [name, text],
  );

test('files are dropped on the page and on the panel, one after the other', async ({ demo }) => {
  const { page } = demo;
  await drop(page, 'first.csv', csv('wave.csv').toString());
  await page.getByText('first.csv: 180 rows, 2 columns.').waitFor();
  assert.equal(await page.locator('#target').inputValue(), 'signal');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await demo.fitted();
  await drop(page.frames()[1], 'second.csv', csv('flats.csv').toString());
  await page.getByText('second.csv: 420 rows').waitFor();
  assert.equal(await page.locator('iframe').count(), 0, 'the panel of the first is closed');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  // A third while the second is fitted.
  await page.getByRole('button', { name: 'leaves.csv' }).click();
  await demo.fitted();
  assert.equal((await demo.run()).file.name, 'leaves.csv');
  assert.equal(await demo.said.textContent(), '');
  assert.deepEqual(demo.complaints, []);
});

test('the panel asks and is answered, fits again, saves, and says what only the editor does', async ({ demo }) => {
  const { page } = demo;
  await page.getByRole('button', { name: 'fan-noise.csv' }).click();
  await demo.fitted();
  const frame = page.frames()[1];
  const before = (await demo.run()).id;
  await frame.evaluate(() => parent.postMessage({ type: 'openLine', line: 3 }, '*'));
  await page.getByText('That works in the editor: install the extension.').waitFor();
  const answers = await frame.evaluate(async () => {
    const questions = [
      { kind: 'differences', rows: '1-20' },
      { kind: 'row', row: 3 },
      { kind: 'whatIf', row: 3, values: { gap_mm: '4' }, intervals: true },
      { kind: 'importance' },
    ];
    const told = [];
    for (const [i, question] of questions.entries()) {
      const answer = new Promise((done) => {
        window.addEventListener(
          'message',
          ({ data }) => data.id === 900 + i && done(data.failure?.message ?? data.type),
        );
      });
      parent.postMessage({ type: 'ask', id: 900 + i, question }, '*');
      told.push(await answer);
    }
    return told;
  });
  assert.deepEqual(answers, ['answer', 'answer', 'answer', 'answer']);
  const saved = page.waitForEvent('download');
  await frame.evaluate(() => parent.postMessage({ type: 'saveRows', rows: '2-3' }, '*'));
  const download = await saved;
  assert.equal(download.suggestedFilename(), 'fan-noise-rows.csv');
  assert.equal(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n').length,
    3,
  );
  const { filter } = await demo.run();
  await frame.evaluate((use) => parent.postMessage(use, '*'), { type: 'use', filter: { ...filter, lambda: 1e-3 } });
  await frame.waitForFunction(
    (id) => !JSON.stringify(/** @type {any} */ (window).runs.at(-1).view).includes(id),
    before,
  );
  assert.equal((await demo.run()).filter.lambda, 1e-3);
  await frame.evaluate(() => parent.postMessage({ type: 'use', filter: '<b>' }, '*'));
  assert.deepEqual(demo.complaints, []);
});

/** A file with so many rows that a fit takes seconds. */
const long = () =>
  ['a,b,y', ...Array.from({ length: 4000 }, (_, i) => `${i},${Math.sin(i)},${Math.cos(i * i)}`), ''].join('\n');

test('a fit is cancelled, an engine dies, and the next fit works', async ({ demo, site }) => {
  const { page, panel } = demo;
  let started = 0;
  // The second engine, which takes the place of the one that was ended to cancel its fit, dies of its first fit.
  const dying =
    "addEventListener('message', ({ data }) => { if (data.method === 'fit') throw new Error('no memory'); });";
  await page.route('**/webEngine.js', async (route) => {
    started++;
    const response = await route.fetch();
    await route.fulfill({ response, body: (started === 2 ? dying : '') + (await response.text()) });
  });
  await page.goto(site.url);
  await demo.choose('long.csv', Buffer.from(long()));
  await page.locator('#ask').waitFor();
  const fit = page.getByRole('button', { name: 'Fit', exact: true });
  await fit.click();
  await panel.getByRole('button', { name: 'Cancel' }).first().click();
  await page.getByText('Cancelled.').waitFor();
  assert.equal(await page.locator('iframe').count(), 0);
  await fit.click();
  await page.getByText(/The engine stopped unexpectedly .*at the stage/).waitFor({ timeout: FITTED });
  await page.getByRole('button', { name: 'leaves.csv' }).click();
  await demo.fitted();
  await fit.click();
  await demo.fitted();
});

test('what cannot be read or fitted is a sentence, and the next file works', async ({ demo }) => {
  /** @type {[name: string, content: string | Buffer, sentence: RegExp][]} */
  const wrong = [
    ['empty.csv', '', /empty\.csv is empty/],
    ['paper.pdf', '%PDF-1.7\n\0\x01\x02\n1 0 obj\n', /paper\.pdf looks like a PDF/],
    ['head.csv', 'a,b\n', /head\.csv has only a header line/],
    ['cut.csv.gz', gzipSync(made()).subarray(0, 60), /cut\.csv\.gz is a gzip file that ends too early/],
  ];
  for (const [name, content, sentence] of wrong) {
    await demo.choose(name, Buffer.from(/** @type {string} */ (content)));
    await demo.said.filter({ hasText: sentence }).waitFor();
    assert.equal(await demo.page.locator('#bar').isVisible(), false);
    base.info().annotations.push({ type: 'said', description: (await demo.said.textContent()) ?? '' });
  }
  await demo.choose('words.csv', Buffer.from('a\nonly\nwords\n'));
  await demo.page.getByRole('button', { name: 'Fit', exact: true }).click();
  await demo.said.filter({ hasText: /\w/ }).waitFor();
  base.info().annotations.push({ type: 'said', description: (await demo.said.textContent()) ?? '' });
  await demo.page.getByRole('button', { name: 'leaves.csv' }).click();
  await demo.fitted();
});

test('what a tab cannot hold is a sentence of the engine', async ({ demo, site }) => {
  const { page } = demo;
  await page.route('**/webEngine.js', async (route) => {
    const response = await route.fetch();
    const little = "Object.defineProperty(navigator, 'deviceMemory', { value: 2e6 / 2 ** 30 });";
    await route.fulfill({ response, body: little + (await response.text()) });
  });
  await page.goto(site.url);
  await demo.choose('long.csv', Buffer.from(long()));
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await demo.said.filter({ hasText: /of memory/ }).waitFor();
  base.info().annotations.push({ type: 'said', description: (await demo.said.textContent()) ?? '' });
  await page.getByRole('button', { name: 'leaves.csv' }).click();
  await page.getByText('leaves.csv: 330 rows').waitFor();
});

test('a browser that cannot run it, or a file beyond its memory, is told so', async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 1e3 / 2 ** 30 }));
  await page.goto(site.url);
  await page.setInputFiles('#file', { name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(long()) });
  await page.getByText(/long\.csv takes .*, and a page can read at most/).waitFor();
  for (const [missing, sentence] of [
    ['Worker', /in a worker/],
    ['WebAssembly', /WebAssembly with SIMD/],
  ]) {
    const other = await page.context().newPage();
    await other.addInitScript(`delete globalThis.${missing}`);
    await other.goto(site.url);
    await other.getByText(sentence).waitFor();
    assert.equal(await other.locator('#begin').isVisible(), false);
  }
});

test('axe finds nothing, and nothing is wider than the window', async ({ demo }) => {
  const { page } = demo;
  await page.getByRole('button', { name: 'fan-noise.csv' }).click();
  await demo.fitted();
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    for (const forcedColors of /** @type {const} */ (['none', 'active']))
      for (const width of [420, 1600]) {
        await page.emulateMedia({ colorScheme, forcedColors });
        await page.setViewportSize({ width, height: 900 });
        const where = `${colorScheme}, ${forcedColors}, ${width}`;
        assert.deepEqual(await axeFaults(page), [], where);
        for (const frame of page.frames())
          assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, where);
      }
});
