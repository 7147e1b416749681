// node test/e2e/timing.mjs FILE TARGET [--times N] [--pause MS]
// Measures how long a person waits in a real window: from the right-click to the pick of a target, from the last pick
// to the first figures and to the answer, and from the pick of the stored run to its figures; in a new window (cold),
// and for the same file again in it (warm). Picks are taken a second after they are shown, as by a quick person. The
// extension's own log tells what the time goes into. Lines of a table for docs/benchmarks.md come last.
// --times  new windows, three by default; lines give the medians
// --pause  milliseconds before each pick: 0 as fast as VS Code shows them
import { copyFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.mjs';
import { FIT, fitByMenu } from './menu.mjs';
import { waitForFigures, waitForFirstFigures } from './panel.mjs';
import { sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import { extensionLog } from './window.mjs';
import * as workbench from './workbench.mjs';

const {
  positionals: [path, target],
  values: { times, pause },
} = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '3' }, pause: { type: 'string', default: '1000' } },
});
if (!path || !target) throw new Error('node test/e2e/timing.mjs FILE TARGET [--times N] [--pause MS]');
const file = basename(path);

/** Durations in the log, in milliseconds: their names here, and the patterns of their lines in the log. */
const LOGGED = /** @type {const} */ ([
  ['activating the extension', /activated in ([\d.]+) ms/],
  ["starting the engine's thread", /engine started in ([\d.]+) ms/],
  ['looking at the columns, the engine started by then', /inspect: answered after ([\d.]+) ms/],
  ['looking at time and memory', /estimate: answered after ([\d.]+) ms/],
  ["the page's script, from the panel's opening", /page: ready after ([\d.]+) ms/],
  ['the first fit, from the last pick', /panel: first fit after ([\d.]+) ms/],
  ['drawing its figures', /page: overview drawn in ([\d.]+) ms/],
  ['**its figures drawn, from the last pick**', /first figures after ([\d.]+) ms/],
  ['the answer, from the last pick', /(?<!first )figures after ([\d.]+) ms/],
]);

/** Fits the file once. Milliseconds: those that a person waits, then those of the log; undefined where it says nothing. */
async function fitted(page, vscode) {
  const before = extensionLog(vscode).length;
  const began = performance.now();
  const since = (from) => performance.now() - from;
  await fitByMenu(page, file, FIT);
  await workbench.quickPickRows(page, 'Which column should be predicted?');
  const asked = since(began);
  await page.waitForTimeout(Number(pause));
  await workbench.pickByName(page, target);
  await workbench.quickPickRows(page, 'Which columns may it use to predict');
  await page.waitForTimeout(Number(pause));
  const picked = performance.now();
  await workbench.acceptQuickPick(page);
  await waitForFirstFigures(page);
  const first = since(picked);
  await waitForFigures(page);
  const answer = since(picked);
  while (!/(?<!first )figures after/.test(extensionLog(vscode).slice(before))) await page.waitForTimeout(50);
  const log = extensionLog(vscode).slice(before);
  return [asked, first, answer, ...LOGGED.map(([, sign]) => Number(sign.exec(log)?.[1] ?? Number.NaN))];
}

const closed = async (page) => {
  await workbench.runCommand(page, 'View: Close All Editors');
  await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
};

/** Milliseconds from the pick of the run that was stored last to its figures. */
async function reopened(page) {
  await workbench.runCommand(page, 'Kernelscope/Runs: Open Run');
  await workbench.quickPickRows(page, 'Which run?');
  await page.waitForTimeout(Number(pause));
  const picked = performance.now();
  await workbench.acceptQuickPick(page);
  await waitForFigures(page);
  return performance.now() - picked;
}

/** Cold and warm, in a new window. */
async function inNewWindow() {
  const files = sampleWorkspace();
  copyFileSync(resolve(path), join(files.folder, file));
  const vscode = await startVsCode({ workspace: files.folder });
  const browser = await startBrowser();
  const { page } = browser;
  try {
    await page.goto(vscode.address([['logLevel', 'kernelscope.kernelscope=debug']]));
    await workbench.fileInExplorer(page, file).waitFor({ timeout: 60_000 });
    // The menu is there once the extension host has reported the extension: not part of what is measured.
    await workbench.openSubmenu(page, file, 'Kernelscope');
    await page.keyboard.press('Escape');
    await workbench.closeMenu(page);
    const found = [];
    for (let i = 0; i < 2; i++) {
      const waits = await fitted(page, vscode);
      await closed(page);
      found.push([...waits, await reopened(page)]);
      await closed(page);
    }
    return found;
  } finally {
    await browser.stop();
    await vscode.stop();
    files.remove();
  }
}

function median(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted.length === 0 ? '' : `${Math.round(sorted[Math.floor((sorted.length - 1) / 2)])} ms`;
}

const windows = [];
for (let i = 0; i < Number(times); i++) {
  windows.push(await inNewWindow());
  console.log(
    `window ${i + 1}: first figures ${windows[i].map((of) => `${Math.round(of[1])} ms`).join(' cold, ')} warm`,
  );
}
const lines = [
  'from the right-click to the pick of a target',
  '**from the last pick to the first figures**',
  'from the last pick to the answer',
  ...LOGGED.map(([words]) => words),
  '**opening the stored run, from its pick to its figures**',
];
console.log(`\n| ${file} | cold | warm |\n|---|---|---|`);
for (const [i, words] of lines.entries())
  console.log(`| ${words} | ${[0, 1].map((which) => median(windows.map((of) => of[which][i]))).join(' | ')} |`);
