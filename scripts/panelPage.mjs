// The results panel's page outside VS Code: bundled from source, in a headless Chromium, with a stand-in for the editor.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { findChromium, QUIET_FLAGS } from '../test/e2e/browser.mjs';
import { bundled } from './bundled.mjs';

/** @typedef {import('../src/webview/protocol.schema').FromView} FromView */

const root = fileURLToPath(new URL('..', import.meta.url));
const ORIGIN = 'http://panel.test';
export const THEMES = JSON.parse(readFileSync(join(root, 'test/webview/themes.json'), 'utf8'));

async function browserText(entry) {
  const built = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    loader: { '.svg': 'text' },
    minify: process.env.PLAIN !== '1',
    logLevel: 'warning',
  });
  return built.outputFiles[0].text;
}

async function html(nonce) {
  const { pageHtml } = await bundled("export { pageHtml } from './src/webview/page';");
  const address = (path) => `${ORIGIN}/${path}`;
  return pageHtml({
    cspSource: ORIGIN,
    nonce,
    scriptUris: [address('webview.js')],
    styleUri: address('panel.css'),
    title: 'Kernelscope',
  });
}

/**
 * Starts the browser. `panel.open(...)` loads the page anew; `panel.problems` gathers console errors and page errors. `recorded`: what canvases
 * write is noted down for checks of the layout, which takes time of its own.
 */
export async function startPanel(entry = 'src/webview/main.ts', { recorded = true } = {}) {
  const script = await browserText(entry);
  const style = await browserText('media/panel/panel.css');
  const document = await html('bm9uY2U');
  const profile = mkdtempSync(join(tmpdir(), 'kernelscope-chromium-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    headless: true,
    args: [...QUIET_FLAGS, '--font-render-hinting=none'],
  });
  const page = browser.pages()[0] ?? (await browser.newPage());
  const problems = [];
  page.on('console', (message) => {
    // Tests that compare pictures read canvases again and again, which the browser finds slow; the page itself does not.
    const ours = message.text().includes('willReadFrequently');
    if (['error', 'warning'].includes(message.type()) && !ours) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const files = {
    '/': [document, 'text/html'],
    '/webview.js': [script, 'text/javascript'],
    '/panel.css': [style, 'text/css'],
  };
  await page.route('**/*', (route) => {
    const found = files[new URL(route.request().url()).pathname];
    if (!found) return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ body: found[0], contentType: found[1] });
  });
  // Installed before the page's own scripts, like the editor does.
  await page.addInitScript(standIn);
  if (recorded) await page.addInitScript(recordTexts);
  const messages = (type) => page.evaluate((wanted) => window.sent.filter((m) => m.type === wanted), type);
  return {
    page,
    problems,
    scriptBytes: script.length,
    open: (run, options) => openRun(page, run, options),
    ask: (form, options) => openForm(page, form, options),
    reproduce: (bytes, options) => openReproduction(page, bytes, options),
    compare: (bytes, options) => openComparison(page, bytes, options),
    advise: (bytes, options) => openAdvice(page, bytes, options),
    inspect: (bytes, options) => openInspection(page, bytes, options),
    show: (view) => show(page, view),
    /** The run before the one shown, packed. */
    before: (bytes) => postBytes(page, { type: 'before', runId: 'run' }, 'run', bytes),
    retheme: (theme) => page.evaluate(applyTheme, THEMES[theme]),
    messages,
    /**
     * The latest message of a type that the page has sent.
     * @template {FromView['type']} K
     * @param {K} type
     */
    async last(type) {
      const message = (await messages(type)).at(-1);
      if (!message) throw new Error(`The page sent no "${type}".`);
      return /** @type {Extract<FromView, { type: K }>} */ (message);
    },
    send: (message) => page.evaluate((m) => window.postMessage(m, '*'), message),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function openRun(page, run, { theme = 'dark', width = 1400, height = 900, view = {} } = {}) {
  await page.setViewportSize({ width, height });
  await page.goto(`${ORIGIN}/`);
  await page.evaluate(applyTheme, THEMES[theme]);
  if (run === undefined) return;
  await page.evaluate((base64) => {
    window.run = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  }, Buffer.from(run).toString('base64'));
  await show(page, view);
}

/** A message to the page, with bytes under a name. */
async function postBytes(page, message, name, bytes) {
  await page.evaluate(
    ([rest, key, base64]) =>
      window.postMessage({ ...rest, [key]: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) }, '*'),
    [message, name, Buffer.from(bytes).toString('base64')],
  );
  await settled(page);
}

/** Answers what the page asks, until it asks nothing more; measures the columns where that is offered. */
export async function answerAsked(panel, answer) {
  const measure = panel.page.locator('.columns-tab vscode-button').first();
  if ((await measure.isVisible()) && (await panel.messages('ask')).length === 0) await measure.click();
  const answered = new Set();
  for (let quiet = 0; quiet < 8; quiet++) {
    await panel.page.waitForTimeout(100);
    for (const { id, question } of await panel.messages('ask')) {
      if (answered.has(id)) continue;
      answered.add(id);
      quiet = 0;
      await postBytes(panel.page, { type: 'answer', id }, 'value', await answer(question));
    }
  }
  await settled(panel.page);
}

/** Shows a form in place of a run. */
async function openForm(page, form, options) {
  await openRun(page, undefined, options);
  await page.evaluate((sent) => window.postMessage({ type: 'form', form: sent }, '*'), form);
  await page.locator('.form').waitFor();
  await settled(page);
}

/** Shows a packed Reproduction in place of a run. */
async function openReproduction(page, bytes, options) {
  await openRun(page, undefined, options);
  await page.evaluate((base64) => {
    const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    window.postMessage({ type: 'reproduction', bytes: packed }, '*');
  }, Buffer.from(bytes).toString('base64'));
  await page.locator('.reproduction').waitFor();
  await settled(page);
}

/** Shows a packed Compared, in a page that was begun with the entry of comparisons. */
async function openComparison(page, bytes, { theme = 'dark', width = 1400, height = 900, view = {} } = {}) {
  await page.setViewportSize({ width, height });
  await page.goto(`${ORIGIN}/`);
  await page.evaluate(applyTheme, THEMES[theme]);
  await page.evaluate(
    ([base64, state]) => {
      const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      window.postMessage({ type: 'compare', bytes: packed, view: state }, '*');
    },
    [Buffer.from(bytes).toString('base64'), { runIds: [], ...view }],
  );
  await page.waitForFunction(() => window.sent.some((m) => m.type === 'compareState' || m.type === 'defect'));
  await settled(page);
}

/** Shows packed Advice, in a page that was begun with the entry of comparisons. */
async function openAdvice(page, bytes, { theme = 'dark', width = 1400, height = 900 } = {}) {
  await page.setViewportSize({ width, height });
  await page.goto(`${ORIGIN}/`);
  await page.evaluate(applyTheme, THEMES[theme]);
  await page.evaluate((base64) => {
    const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    window.postMessage({ type: 'advice', bytes: packed }, '*');
  }, Buffer.from(bytes).toString('base64'));
  await page.locator('.advice').waitFor();
  await settled(page);
}

/** Shows a packed Inspected, in a page that was begun with the entry of files' data. */
async function openInspection(page, bytes, { theme = 'dark', width = 1400, height = 900, view = {} } = {}) {
  await page.setViewportSize({ width, height });
  await page.goto(`${ORIGIN}/`);
  await page.evaluate(applyTheme, THEMES[theme]);
  await showInspection(page, bytes, view);
}

/** The same in the page that is there, as after a choice. */
export async function showInspection(page, bytes, view = {}) {
  const before = await page.evaluate(
    ([base64, state]) => {
      const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      window.postMessage({ type: 'inspected', bytes: packed, view: state }, '*');
      return window.sent.length;
    },
    [Buffer.from(bytes).toString('base64'), { file: 'file:///data.csv', ...view }],
  );
  await page.waitForFunction(
    (from) => window.sent.slice(from).some((m) => m.type === 'inspectState' || m.type === 'defect'),
    before,
  );
  await settled(page);
}

/** Shows the run that the page has, as after another fit, and waits until it is drawn. */
async function show(page, view) {
  const before = await page.evaluate(
    (state) => {
      window.postMessage({ type: 'show', run: window.run, view: state }, '*');
      return window.sent.length;
    },
    { runId: 'run', tab: 'overview', ...view },
  );
  await page.waitForFunction(
    (from) => window.sent.slice(from).some((m) => m.type === 'drawn' || m.type === 'defect'),
    before,
  );
  await settled(page);
}

/**
 * Waits until nothing changes any more: charts follow their boxes one frame later, twice when a scroll bar appears, and figures are drawn in
 * later frames. It ends after six frames with the same texts and sizes.
 * @param {import('playwright-core').Page} page
 */
export const settled = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const shown = () =>
      [...document.querySelectorAll('canvas, [role=slider], input, select')]
        .map((part) => `${part.getAttribute('aria-label')} ${part.getAttribute('aria-valuetext')} ${part.clientWidth}`)
        .join() + document.body.innerText;
    for (let before = '', same = 0; same < 3; ) {
      await frame();
      await frame();
      const now = shown();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });

function applyTheme({ bodyClass, variables }) {
  const { style } = document.documentElement;
  for (const name of [...style]) if (name.startsWith('--vscode-')) style.removeProperty(name);
  for (const [name, value] of Object.entries(variables)) style.setProperty(`--vscode-${name}`, value);
  document.body.className = bodyClass;
}

/** Runs in the page: the editor's side of it. */
function standIn() {
  window.sent = [];
  let state;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.sent.push(message),
    getState: () => state,
    setState: (next) => {
      state = next;
    },
  });
}

/** Runs in the page: records every text drawn on a canvas, for finding texts that overlap. */
function recordTexts() {
  window.canvasTexts = new WeakMap();
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (x, y, w, h) {
    if (w * h > 100) window.canvasTexts.set(this.canvas, []);
    return clearRect.call(this, x, y, w, h);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    const texts = window.canvasTexts.get(this.canvas);
    if (texts && String(text).trim() !== '') {
      const { a, d, e, f } = this.getTransform();
      const ratio = this.canvas.width / (this.canvas.clientWidth || this.canvas.width);
      const size = this.measureText(text);
      const shift = { center: 0.5, right: 1, end: 1 }[this.textAlign] ?? 0;
      const box = { left: x - shift * size.width, width: size.width, top: y - size.actualBoundingBoxAscent };
      texts.push({
        text: String(text),
        left: (a * box.left + e) / ratio,
        top: (d * box.top + f) / ratio,
        width: (a * box.width) / ratio,
        height: (d * (size.actualBoundingBoxAscent + size.actualBoundingBoxDescent)) / ratio,
      });
    }
    return fillText.call(this, text, x, y, ...rest);
  };
}

/** Widths at which the layout is checked. */
export const WIDTHS = [400, 420, 480, 720, 772, 1082, 1112, 1400, 1600];

/**
 * The faults in the layout of every tab of a run at one width, as fitted and at each of the `moves`: one sentence a
 * fault, after the place where it is.
 */
export async function faultsAt(panel, { bytes, tabs, moves }, width) {
  const faults = [];
  await panel.open(bytes, { width });
  for (const tab of tabs)
    for (const moved of [undefined, ...moves]) {
      await panel.show({ tab, ...moved });
      const where = `${tab} ${width} ${moved ? JSON.stringify(moved) : 'as fitted'}`;
      for (const fault of await layoutFaults(panel.page)) faults.push(`${where}: ${fault}`);
    }
  return faults;
}

/**
 * The faults in the layout: overflow to the side, texts over texts (in the document and on canvases), cut-off texts,
 * and figures whose title, sentence and plot stand more than two lines apart.
 */
export function layoutFaults(page) {
  return page.evaluate(() => {
    // Two lines, and the margin below a sentence.
    const APART = 2 * 20 + 12;
    const faults = [];
    const overflow = document.documentElement.scrollWidth - window.innerWidth;
    if (overflow > 0) faults.push(`the page overflows by ${overflow} px`);
    for (const figure of document.querySelectorAll('figure')) {
      const box = figure.querySelector('.box');
      if (!box?.checkVisibility({ visibilityProperty: true })) continue;
      // The places of the words themselves: their elements may be as high as a row of the grid.
      const placeOf = (words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        return range.getBoundingClientRect();
      };
      const words = [...figure.querySelectorAll('h2, h3, .say')].map(placeOf).filter(({ height }) => height > 0);
      const places = [...words, box.getBoundingClientRect()];
      const apart = Math.max(...places.slice(1).map(({ top }, i) => top - places[i].bottom));
      const title = figure.querySelector('h2, h3')?.textContent;
      if (apart > APART) faults.push(`title, sentence and plot of "${title}" stand ${Math.round(apart)} px apart`);
    }
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        !(node instanceof Text) ||
        !parent ||
        !node.data.trim() ||
        parent.closest('.unseen, .menu, .scroll, .box.table, script, style')
      )
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clip = parent
        .closest(
          '.cut span, .lane .name, h1, h2, h3, .title p, .head-pick span, .state, .stage, .why, .name .link, .name .below',
        )
        ?.getBoundingClientRect();
      for (const r of range.getClientRects()) {
        const right = clip ? Math.min(r.right, clip.right) : r.right;
        // Line boxes are taller than their letters.
        texts.push({
          text: node.data.trim(),
          owner: parent,
          left: r.left,
          top: r.top + 3,
          width: right - r.left,
          height: r.height - 6,
        });
      }
    }
    for (const canvas of document.querySelectorAll('canvas')) {
      if (!canvas.checkVisibility({ visibilityProperty: true })) continue;
      const at = canvas.getBoundingClientRect();
      for (const t of window.canvasTexts.get(canvas) ?? []) {
        if (t.left < -1 || t.left + t.width > at.width + 1.5 || t.top < -1 || t.top + t.height > at.height + 1) {
          faults.push(`cut off: "${t.text}" in ${canvas.getAttribute('aria-label')?.slice(0, 30)}`);
        }
        texts.push({ ...t, owner: canvas, left: t.left + at.left, top: t.top + at.top });
      }
    }
    for (let i = 0; i < texts.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [texts[i], texts[j]];
        if (a.text === b.text && a.owner === b.owner && a.top === b.top) continue;
        const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
        const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
        const stuck = (t) => t.owner.closest('.top') !== null;
        if (across > 1 && down > 1 && stuck(a) === stuck(b)) faults.push(`"${b.text}" and "${a.text}" overlap`);
      }
    }
    return [...new Set(faults)];
  });
}
