// The extension in the web-worker extension host, as on vscode.dev: no node, no disk, one thread for the engine.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPONENTS_METHODS, FIT, fitByMenu } from './menu.mjs';
import { moveSlider, openTab, panelPage, waitForFigures, waitForFirstFigures } from './panel.mjs';
import { cleanEnd, say, test } from './window.mjs';
import {
  acceptPath,
  acceptQuickPick,
  chooseInSubmenu,
  choosePath,
  closeEditors,
  fileInExplorer,
  openSubmenu,
  pickByName,
  quickInput,
  quickPickRows,
  runCommand,
  until,
} from './workbench.mjs';

test.use({ kind: 'web' });

const button = (page, name) => panelPage(page).getByText(name, { exact: true }).first();

async function chooseTarget(page, target) {
  await quickPickRows(page, 'Which column should be predicted?');
  await pickByName(page, target);
  await quickPickRows(page, 'Which columns may it use');
  await acceptQuickPick(page);
}

test('a file is fitted by right-click, and every tab has its figures', async ({ page }) => {
  await fitByMenu(page, 'flats.csv', FIT);
  await chooseTarget(page, 'rent');
  const began = performance.now();
  await waitForFirstFigures(page);
  const first = performance.now() - began;
  await waitForFigures(page);
  say(`first figures ${Math.round(first)} ms and all ${Math.round(performance.now() - began)} ms after the last pick`);
  for (const name of ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Excess risk'])
    assert.ok((await openTab(page, name)).length > 0, name);
});

test('a slider moves the figures, and Use this fits again', async ({ page }) => {
  await openTab(page, 'Excess risk');
  await moveSlider(page, 'ArrowRight', 3);
  await button(page, 'Use this').click();
  await panelPage(page).getByText('λ set by you').first().waitFor({ timeout: 60_000 });
  await waitForFigures(page);
});

test('a run is opened from the history', async ({ page }) => {
  await closeEditors(page);
  await runCommand(page, 'Kernelscope/Runs: Open Run');
  await quickInput(page).locator('.monaco-list-row').first().waitFor();
  await acceptQuickPick(page);
  await waitForFigures(page);
  await panelPage(page).getByText('flats.csv').first().waitFor();
});

test('the model is exported', async ({ page, window }) => {
  await openTab(page, 'Overview');
  await button(page, 'Export…').click();
  await quickInput(page).locator('.monaco-list-row').first().waitFor();
  await acceptQuickPick(page);
  await acceptPath(page, /\.ksmodel$/);
  await until(() => readdirSync(window.vscode.workspace).some((name) => name.endsWith('.ksmodel')));
});

test('new rows are predicted into a file of the workspace', async ({ page, window }) => {
  const { workspace } = window.vscode;
  await openTab(page, 'Overview');
  await button(page, 'Predict new rows…').click();
  await choosePath(page, 'flats.csv');
  await acceptPath(page, /predictions\.csv$/);
  await until(() => readdirSync(workspace).some((name) => /predictions\.csv$/.test(name)));
  const [file] = readdirSync(workspace).filter((name) => /predictions\.csv$/.test(name));
  const rows = (name) => readFileSync(join(workspace, name), 'utf8').trimEnd().split('\n').length;
  assert.equal(rows(file), rows('flats.csv'));
  // The explorer closes a menu that is open when a file comes up in it.
  await fileInExplorer(page, file).waitFor();
});

test('a method without a target draws its components', async ({ page }) => {
  await fitByMenu(page, 'leaves.csv', COMPONENTS_METHODS[0]);
  await quickPickRows(page, 'Which columns may it use?');
  await acceptQuickPick(page);
  await waitForFigures(page);
  assert.ok((await openTab(page, 'Scores')).length > 0);
});

test('a cluster is refused by a sentence', async ({ window: { page } }) => {
  await openSubmenu(page, 'flats.csv', 'Kernelscope');
  await chooseInSubmenu(page, 'Large Files', 'Fit on a Cluster…');
  await page.getByText('A cluster reads files from a disk').first().waitFor();
  await runCommand(page, 'Notifications: Clear All Notifications');
});

cleanEnd();
