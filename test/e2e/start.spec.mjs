// A newcomer in a window that knows nothing of them: the walkthrough, whose steps complete as they are done, and the tiles of the samples.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { panelPage, waitForFigures } from './panel.mjs';
import { cleanEnd, say, test } from './window.mjs';
import { acceptQuickPick, closeEditors, quickPickRows, runCommand } from './workbench.mjs';

test.use({ kind: 'newcomer' });

const step = (page, id) => page.locator(`[data-step-id$="#start#${id}"]`);
const checked = (page, id) => page.locator(`[data-done-step-id$="#start#${id}"][aria-checked=true]`);
const tile = (page, name) => panelPage(page).locator(`[data-choice="${name}"]`);
const since = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Presses a button of a step, which is opened first where it is not. */
async function press(page, id, name) {
  const button = step(page, id).getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) await step(page, id).click();
  await button.click();
}

/** VS Code lists the commands of an extension once its view is there. */
const ready = (page) => page.getByRole('tab', { name: 'Kernelscope' }).first().waitFor();

test('the walkthrough opens, and its four steps complete as they are done', async ({ page }) => {
  await ready(page);
  await runCommand(page, 'Kernelscope: Get Started');
  await step(page, 'open').waitFor();
  for (const id of ['open', 'judge', 'improve', 'use']) assert.equal(await checked(page, id).count(), 0, id);
  await test.step('a sample is fitted by one click', async () => {
    const began = performance.now();
    await press(page, 'open', 'See a Finished Fit');
    await waitForFigures(page);
    say(`a click and ${since(began)} to a finished panel`);
    await checked(page, 'open').first().waitFor();
    assert.equal(await checked(page, 'judge').count(), 0);
  });
  await test.step('a click into the panel is reading it', async () => {
    await panelPage(page).locator('.lead').click();
    await checked(page, 'judge').first().waitFor();
    assert.equal(await checked(page, 'improve').count(), 0);
  });
  await test.step('a fit with another kernel is an improvement', async () => {
    await panelPage(page).getByText('All kernels').click();
    const lane = panelPage(page)
      .getByRole('button', { name: /^Laplace/ })
      .first();
    await lane.click();
    await checked(page, 'improve').first().waitFor();
    assert.equal(await checked(page, 'use').count(), 0);
    await waitForFigures(page);
  });
  await test.step('a report is a use', async () => {
    await press(page, 'use', 'Save a Report');
    await quickPickRows(page, 'Which run?');
    await acceptQuickPick(page);
    const path = page.locator('.quick-input-widget input.input');
    await expect(path).toHaveValue(/-report\.html$/);
    await path.press('Enter');
    await checked(page, 'use').first().waitFor();
    const saved = page.locator('.notifications-toasts .notification-list-item', { hasText: 'Saved fan-noise-report' });
    await saved.waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await saved.waitFor({ state: 'detached' });
  });
});

for (const name of ['fan-noise', 'gauge', 'shells'])
  test(`the tile of ${name} leads to a finished panel, which finds what the tile says`, async ({ page }) => {
    await ready(page);
    await closeEditors(page);
    await runCommand(page, 'Kernelscope: Open a Sample…');
    await tile(page, name).waitFor();
    assert.equal(
      await panelPage(page)
        .getByText(/^Opening/)
        .count(),
      0,
    );
    const numbers = await tile(page, name).locator('strong').allInnerTexts();
    const began = performance.now();
    await tile(page, name).click();
    await panelPage(page).locator('.summary .lead').waitFor({ timeout: 60_000 });
    await waitForFigures(page);
    say(`a click and ${since(began)}`);
    const words = (await panelPage(page).locator('body').innerText()).replaceAll(/\s+/g, ' ');
    for (const number of numbers) {
      const bare = number.replace(/ (dB|rows)$/, '').replaceAll(/\s+/g, ' ');
      assert.ok(words.includes(bare), `${number} is not in: ${words.slice(0, 600)}`);
    }
  });

test('More opens the part of the documentation that says more, in the preview', async ({ page }) => {
  await panelPage(page).getByRole('tab', { name: 'Reconstruction' }).hover();
  await panelPage(page)
    .getByRole('button', { name: /^More about Reconstruction/ })
    .click();
  await page.getByRole('tab', { name: /methods\.md/ }).waitFor();
  // How far the preview is scrolled is the editor's own affair, and depends on how much of it has loaded; ours is the
  // heading that it is asked for.
  const settings = (frame) => frame.locator('#vscode-markdown-preview-data').getAttribute('data-settings');
  const asked = async () => {
    for (const frame of page.frames()) {
      const heading = frame.locator('h2#principal-components');
      if (await heading.count().catch(() => 0))
        return JSON.parse((await settings(frame).catch(() => null)) ?? '{}').fragment;
    }
  };
  await expect.poll(asked, { timeout: 20_000 }).toBe('principal-components');
});

cleanEnd();
