import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { packVsix } from '../../scripts/package.mjs';
import { startPanel } from '../../scripts/panelPage.mjs';
import { watchBrowser } from './browser.mjs';
import { standsAlone, waitForFigures } from './panel.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import { takeExtension } from './webExtension.mjs';
import { acceptQuickPick, fileInExplorer, notifications, pickByName, quickPickRows, THEMES } from './workbench.mjs';

/** Two folders, the second with a file that the samples do not have. Returns the path of the workspace. */
function twoFolders(parent) {
  mkdirSync(join(parent, 'second'));
  const rows = Array.from({ length: 40 }, (_, i) => `${i},${(i * 7) % 11},${Math.sin(i / 6).toFixed(4)}`);
  writeFileSync(join(parent, 'second/tide.csv'), ['hour,wind,height', ...rows, ''].join('\n'));
  const workspace = join(parent, 'two.code-workspace');
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'samples' }, { path: 'second' }] }));
  return workspace;
}

/** @type {string | undefined} */
let vsix;
/** A folder of this worker alone. */
export const packages = join(root, `out/packages-${process.env.TEST_PARALLEL_INDEX}`);
/** The path of the package, packed once a worker from what is built. */
export const packed = () => {
  vsix ??= packVsix({ built: true, folder: packages });
  return vsix;
};

/** How a window's VS Code is started, by the kind of window. `files` are a copy of the samples. */
const KINDS = {
  linked: (files) => ({
    workspace: files.folder,
    extension: 'link',
    settings: { 'workbench.colorTheme': THEMES.dark.label },
  }),
  newcomer: (files) => KINDS.linked(files),
  packed: (files) => ({ ...KINDS.linked(files), extension: packed() }),
  /**
   * In the browser alone, as on vscode.dev. Told to do without AI, VS Code disables its own chat extension while it starts and, where the extensions
   * of the browser are not listed yet, stops and starts all extensions once more: a command that was chosen meanwhile is lost.
   */
  web: (files) => {
    const linked = KINDS.linked(files);
    return { ...linked, extension: 'none', settings: { ...linked.settings, 'chat.disableAIFeatures': false } };
  },
  underDevelopment: (files) => ({ workspace: files.folder, extension: 'dev' }),
  restricted: (files) => ({
    workspace: twoFolders(dirname(files.folder)),
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'explorer.autoReveal': false },
    restricted: true,
  }),
};

/**
 * Tests with a window. `kind` is that of a file's window, which every test of the worker uses in turn; `window` starts it; `page` is its page with
 * the samples in the explorer, and a test that takes it fails also when the console or the extension's log got an error meanwhile, or a request
 * left the machine. `panel` is the panel's page of the script `entry`, without VS Code; its console may not even warn.
 */
/**
 * @typedef {object} OpenWindow
 * @property {Awaited<ReturnType<typeof startVsCode>>} vscode
 * @property {import('@playwright/test').Page} page
 * @property {import('./browser.mjs').Seen} seen
 * @property {() => Promise<void>} reload
 */

/** @typedef {Awaited<ReturnType<typeof startPanel>>} Panel */

/**
 * @typedef {{ panel: Panel }} OfTest
 * @typedef {{ kind: string, entry: string, window: OpenWindow, panelAlone: Panel }} OfWorker
 * @typedef {import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions} TestArgs
 * @typedef {import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions} WorkerArgs
 */

/** @type {import('@playwright/test').Fixtures<OfTest, OfWorker, TestArgs, WorkerArgs>} */
const fixtures = {
  kind: ['linked', { option: true, scope: 'worker' }],
  entry: ['src/webview/main.ts', { option: true, scope: 'worker' }],

  window: [
    async ({ browser, kind }, use) => {
      const files = sampleWorkspace({ thinned: true });
      const vscode = await startVsCode(KINDS[kind](files));
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' });
      if (kind === 'web') await takeExtension(context);
      const seen = watchBrowser(context);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await use({
        vscode,
        page,
        seen,
        async reload() {
          seen.leaving = true;
          await page.reload({ waitUntil: 'load' });
          seen.leaving = false;
        },
      });
      await context.close();
      await vscode.stop();
      files.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  page: async ({ window }, use, testInfo) => {
    const { page, seen, vscode } = window;
    const errorsBefore = seen.errors.length;
    const logBefore = extensionLog(vscode).length;
    if (page.url() === 'about:blank') await page.goto(vscode.address());
    await fileInExplorer(page, 'fan-noise.csv').waitFor({ timeout: 60_000 });
    await use(page);
    const log = extensionLog(vscode);
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const text of await notifications(page)) console.log(`        notification: ${text}`);
      await testInfo.attach('server, console and extension', {
        body: [vscode.log(), ...seen.console, log].join('\n'),
        contentType: 'text/plain',
      });
    }
    assert.deepEqual(seen.errors.slice(errorsBefore), [], 'the console has no error');
    assert.deepEqual(seen.outside, [], 'no request left the machine');
    assert.doesNotMatch(log.slice(logBefore), /\[error\]/, "the extension's log has no error");
  },

  panelAlone: [
    async ({ entry }, use) => {
      const panel = await startPanel(entry);
      standsAlone(panel.page);
      await use(panel);
      await panel.close();
    },
    { scope: 'worker' },
  ],

  panel: async ({ panelAlone }, use) => {
    const before = panelAlone.problems.length;
    await use(panelAlone);
    assert.deepEqual(panelAlone.problems.slice(before), [], 'the console has no error and no warning');
  },
};

/** @type {import('@playwright/test').TestType<TestArgs & OfTest, WorkerArgs & OfWorker>} */
export const test = base.extend(/** @type {any} */ (fixtures));

/** Notes what a test found out, behind its name. */
export function say(words) {
  test.info().annotations.push({ type: 'said', description: String(words) });
}

/** The checks at the end of a file of tests with a window. */
export function cleanEnd() {
  test('no notification is left open', async ({ page, window }) => {
    // VS Code takes its time to fade out the progress of what has ended.
    const late = Date.now() + 5_000;
    while ((await notifications(page)).length > 0 && Date.now() < late) await page.waitForTimeout(100);
    assert.deepEqual(await notifications(page), []);
    const measured = extensionLog(window.vscode).matchAll(/figures after \d+ ms|activated in [\d.]+ ms/g);
    say(`the extension measured: ${[...measured].map(([words]) => words).join(', ') || 'nothing'}`);
  });
}

/** For a file of tests that looks at no comparison of kernels: its fits have a kernel that is set. */
export function withOneKernel() {
  const set = (/** @type {OpenWindow} */ { vscode }, /** @type {object} */ defaults) =>
    vscode.profile.set({ 'kernelscope.defaults': defaults });
  test.beforeAll(({ window }) => set(window, { kernel: 'gaussian' }));
  test.afterAll(({ window }) => set(window, {}));
}

/** Picks a target by its name and the columns that are proposed; returns the milliseconds from the last pick to figures. */
export async function fitFromPicks(page, target) {
  await quickPickRows(page, 'Which column should be predicted?');
  await pickByName(page, target);
  await quickPickRows(page, `Which columns may it use to predict ${target}?`);
  const began = performance.now();
  await acceptQuickPick(page);
  await waitForFigures(page);
  return performance.now() - began;
}

/** The text that the extension wrote into its log channel. */
export function extensionLog({ profile }) {
  return readdirSync(profile.data, { recursive: true })
    .map(String)
    .filter((file) => /^logs.*kernelscope\.kernelscope.*\.log$/.test(file))
    .map((file) => readFileSync(join(profile.data, file), 'utf8'))
    .join('');
}
