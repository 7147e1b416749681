// node test/e2e/timing.mjs FILE TARGET [--times N]
// How long a person waits in a real window, from the right-click to drawn figures: in a new window (cold), and for the same file again in it (warm). Picks are
// taken as fast as VS Code shows them. What the time goes into is told by the extension's own log, and printed beside, in milliseconds from the right-click; lines of a table for docs/benchmarks.md come last.
// --times  new windows, three by default; of each line the median
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.mjs';
import { FIT, fitByMenu } from './menu.mjs';
import { waitForFigures } from './panel.mjs';
import { sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import * as workbench from './workbench.mjs';

const {
  positionals: [path, target],
  values: { times },
} = parseArgs({ allowPositionals: true, options: { times: { type: 'string', default: '3' } } });
if (!path || !target) throw new Error('node test/e2e/timing.mjs FILE TARGET [--times N]');
const file = basename(path);
const LOG = 'Kernelscope.log';

/** What the log says, in the words of the table. */
const STAGES = [
  ['columns known, the target is asked', /^inspect: answered/],
  ['the last pick is taken', 'picked'],
  ['the extension is activated', /^activated in/],
  ["the engine's thread runs", /^engine started in/],
  ['the file is read, time and memory are known', /^estimate: answered/],
  ['the page runs its script', /^page: ready/],
  ['the first fit is there', /^panel: first figures/],
  ['its figures are drawn', /^page: \w+ drawn in/],
  ['the eye sees them', 'seen'],
  ['the race is over, and the run stored', /^figures after/],
];

/** Lines of the log since a moment, each with milliseconds from it. */
function logged(folder, from) {
  const [log] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => basename(name) === LOG);
  const lines = log === undefined ? [] : readFileSync(join(folder, log), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, time, text] = /^(\S+ \S+) \[\w+\] (.*)$/.exec(line) ?? [];
    const at = time === undefined ? Number.NaN : new Date(time).getTime() - from;
    return at >= 0 ? [{ at, text }] : [];
  });
}

/** Fits the file once; milliseconds of each stage, those that it did not come to left out. */
async function fitted(page, logs) {
  const from = Date.now();
  const at = () => Date.now() - from;
  await fitByMenu(page, file, FIT);
  await workbench.quickPickRows(page, 'Which column should be predicted?');
  await workbench.pickByName(page, target);
  await workbench.quickPickRows(page, 'Which columns may it use to predict');
  await workbench.acceptQuickPick(page);
  const seen = { picked: at() };
  await waitForFigures(page);
  seen.seen = at();
  const over = () => logged(logs, from).some(({ text }) => /^figures after/.test(text));
  while (!over()) await page.waitForTimeout(100);
  const lines = logged(logs, from);
  return STAGES.map(([, sign]) =>
    typeof sign === 'string' ? seen[sign] : lines.find(({ text }) => sign.test(text))?.at,
  );
}

async function inNewWindow() {
  const files = sampleWorkspace();
  copyFileSync(resolve(path), join(files.folder, file));
  const vscode = await startVsCode({ workspace: files.folder });
  const browser = await startBrowser();
  const { page } = browser;
  try {
    await page.goto(vscode.address([['extensionLogLevel', '["kernelscope.kernelscope=debug"]']]));
    await workbench.fileInExplorer(page, file).waitFor({ timeout: 60_000 });
    // The menu is there once the extension host has reported the extension: not part of what is measured.
    await workbench.openSubmenu(page, file, 'Kernelscope');
    await page.keyboard.press('Escape');
    await workbench.closeMenu(page);
    const found = [];
    for (let i = 0; i < 2; i++) {
      found.push(await fitted(page, vscode.profile.data));
      await workbench.runCommand(page, 'View: Close All Editors');
      await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    }
    return found;
  } finally {
    await browser.stop();
    await vscode.stop();
    files.remove();
  }
}

/** Of numbers, some of which may be missing. */
function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return sorted.length === 0 ? '' : `${sorted[Math.floor((sorted.length - 1) / 2)]}`;
}

const windows = [];
for (let i = 0; i < Number(times); i++) {
  windows.push(await inNewWindow());
  console.error(
    windows
      .at(-1)
      .map((fit) => fit.join(' '))
      .join(' | '),
  );
}
console.log('| ms from the right-click | cold | warm |\n|---|--:|--:|');
for (const [s, [name]] of STAGES.entries())
  console.log(`| ${name} | ${[0, 1].map((k) => median(windows.map((fits) => fits[k][s]))).join(' | ')} |`);
