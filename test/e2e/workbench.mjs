import assert from 'node:assert/strict';

// A person's actions in VS Code's own window, by what is written there rather than by its inner structure.

/** Themes as person and settings name them, and the class that VS Code's window then carries. */
export const THEMES = {
  dark: { label: 'Dark Modern', mark: 'vs-dark' },
  light: { label: 'Light Modern', mark: 'vs' },
  'hc-dark': { label: 'Dark High Contrast', mark: 'hc-black' },
  'hc-light': { label: 'Light High Contrast', mark: 'hc-light' },
};

export const quickInput = (page) => page.locator('.quick-input-widget');
const quickRows = (page) => quickInput(page).locator('.monaco-list-row');
const rowLabels = (page) => quickRows(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
// Found by its label, because an item's accessible name ends with its key binding.
const menuItem = (page, name) => page.locator(`.monaco-menu .action-label[aria-label=${JSON.stringify(name)}]`);

export const fileInExplorer = (page, name) =>
  page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

export async function openWorkbench(page, vscode, file) {
  await page.goto(vscode.address());
  await fileInExplorer(page, file).waitFor({ timeout: 60_000 });
}

/** Right-clicks a file; returns whether the menu has `name`. */
export async function contextMenuHas(page, file, name) {
  await fileInExplorer(page, file).click({ button: 'right' });
  await menuItem(page, 'Copy Path').waitFor();
  return (await menuItem(page, name).count()) > 0;
}

/** Every Escape closes one level, if the menu already listens. */
export async function closeMenu(page, patienceMs = 10_000) {
  const late = Date.now() + patienceMs;
  const anyItem = menuItem(page, 'Copy Path');
  while (await anyItem.isVisible()) {
    assert.ok(Date.now() < late, 'the menu stays open after Escape');
    await page.keyboard.press('Escape');
    await anyItem.waitFor({ state: 'hidden', timeout: 500 }).catch(() => {});
  }
}

/** Right-clicks a file and opens a submenu. VS Code shows it once the extension host has reported the extension. */
export async function openSubmenu(page, file, name, patienceMs = 30_000) {
  const late = Date.now() + patienceMs;
  while (!(await contextMenuHas(page, file, name))) {
    assert.ok(Date.now() < late, `"${name}" did not come up in the context menu of ${file}`);
    await closeMenu(page);
    await page.waitForTimeout(300);
  }
  await menuItem(page, name).hover();
  await menuItem(page, name).click();
  // The innermost menu is the submenu only once that is there.
  await page.locator('.monaco-menu').nth(1).locator('.action-item').first().waitFor();
}

/** How long a person holds a button; a menu of VS Code takes no mouse-up in its first 100 ms. */
const HELD_MS = 120;

/** Clicks on an item of the menu that is open. */
export async function chooseInMenu(page, name) {
  const item = menuItem(page, name);
  await item.click({ delay: HELD_MS });
  await item.waitFor({ state: 'hidden' });
}

/** Opens a submenu of the menu that is open and clicks on one of its items. */
export async function chooseInSubmenu(page, submenu, name) {
  await openNested(page, submenu);
  await chooseInMenu(page, name);
}

/** Opens a submenu of the menu that is open. */
export async function openNested(page, submenu) {
  const open = await page.locator('.monaco-menu').count();
  await menuItem(page, submenu).hover();
  await menuItem(page, submenu).click();
  await page.locator('.monaco-menu').nth(open).locator('.action-item').first().waitFor();
}

/** Labels of the innermost menu that is open, in the order on screen; '' for a separator. */
export async function menuLabels(page) {
  const item = '.action-item';
  return page
    .locator('.monaco-menu')
    .last()
    .locator(item)
    .evaluateAll((items) => items.map((li) => li.querySelector('.action-label')?.getAttribute('aria-label') ?? ''));
}

/** Waits for a quick pick whose placeholder contains `text`; returns its rows as a screen reader says them. */
export async function quickPickRows(page, text) {
  const asked = quickInput(page).locator(`input[placeholder*=${JSON.stringify(text)}]`);
  await asked.waitFor({ timeout: 60_000 });
  await quickRows(page).first().waitFor();
  return rowLabels(page);
}

export async function acceptQuickPick(page) {
  await quickInput(page).locator('input.input').press('Enter');
}

/** Waits for what no locator sees, a minute at most. */
export async function until(holds) {
  const late = Date.now() + 60_000;
  while (!(await holds())) {
    assert.ok(Date.now() < late, 'it did not come');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Accepts the path that a dialog of paths in the quick input proposes, once it ends so. */
export async function acceptPath(page, ending) {
  const field = quickInput(page).locator('input.input');
  await until(async () => ending.test(await field.inputValue({ timeout: 1000 }).catch(() => '')));
  await field.press('Enter');
}

/** The same dialog: a file of its folder by a click, as a path that is typed while the folder is listed is overwritten by the folder's. */
export const choosePath = (page, name) => quickInput(page).getByText(name, { exact: true }).click();

/** Types in the quick input that is open and takes the row called `name`. */
export async function pickByName(page, name, typed = name) {
  await quickInput(page).locator('input.input').fill(typed);
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const row = quickInput(page).getByRole('option', { name: new RegExp(`^${literal}(,|$)`) });
  await row
    .first()
    .click({ timeout: 15_000 })
    .catch(async () => {
      throw new Error(`"${name}" is not among: ${(await rowLabels(page)).join(' | ')}`);
    });
}

/** Presses a button in the title of the quick pick that is open, checks exactly `names` in the list that follows, accepts. */
export async function pickSeveral(page, button, placeholder, names) {
  await quickInput(page).getByRole('button', { name: button }).click({ timeout: 60_000 });
  await quickPickRows(page, placeholder);
  const rows = quickRows(page);
  for (let i = 0; i < (await rows.count()); i++) {
    const label = (await rows.nth(i).getAttribute('aria-label')) ?? '';
    const wanted = names.some((name) => label === name || label.startsWith(`${name},`));
    const box = rows.nth(i).locator('.monaco-checkbox, input[type=checkbox]').first();
    const checked = (await rows.nth(i).getAttribute('aria-checked')) ?? (await box.getAttribute('aria-checked'));
    if ((checked === 'true') !== wanted) await rows.nth(i).click();
  }
  await acceptQuickPick(page);
}

/** Runs a command by the command palette, named as there: "Category: Title". */
export async function runCommand(page, title) {
  await openPalette(page);
  await pickByName(page, title, `>${title}`);
}

export async function openPalette(page) {
  // The workbench, and not a page inside it, must have the keys.
  await page.locator('.monaco-workbench').first().press('F1');
  await quickInput(page).locator('input.input').waitFor();
}

/** The rows that the open palette lists for what is typed, once its first row has the last word of it. */
export async function paletteRows(page, typed) {
  await quickInput(page).locator('input.input').fill(`>${typed}`);
  const last = typed.split(' ').at(-1);
  await quickRows(page)
    .first()
    .filter({ hasText: new RegExp(last, 'i') })
    .waitFor();
  return rowLabels(page);
}

export async function closeEditors(page) {
  const workbench = page.locator('.monaco-workbench').first();
  await workbench.press('Control+k');
  await workbench.press('Control+w');
  await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
}

/** Opens a view by the activity bar. */
export async function showView(page, name) {
  await page.getByRole('tab', { name }).first().click();
}

/** Opens a file of the explorer in an editor. */
export async function openFile(page, file) {
  await fileInExplorer(page, file).dblclick();
  await page.locator('.monaco-editor .view-line').first().waitFor();
}

export async function useTheme(page, theme) {
  const { label, mark } = THEMES[theme];
  await runCommand(page, 'Preferences: Color Theme');
  await pickByName(page, label);
  await page.locator(`.monaco-workbench.${mark}`).waitFor();
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** Notifications that are open, as text. */
export async function notifications(page) {
  return page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
}

/** Watches for a notification that has `text`, from now on; `said` is what it said when it came, if it did. */
export function watchNotification(page, text) {
  const toast = page.locator('.notifications-toasts .notification-list-item-message', { hasText: text }).first();
  const seen = toast.waitFor({ timeout: 60_000 }).then(
    () => toast.textContent({ timeout: 1_000 }),
    () => undefined,
  );
  return {
    async said() {
      const soon = new Promise((done) => setTimeout(done, 200));
      return (await Promise.race([seen.catch(() => undefined), soon])) ?? undefined;
    },
  };
}

/**
 * Waits until VS Code has written down, in one value of its own, what matches `text` and every one of `others`, or what the function `text` accepts. Served to a browser, it writes the state of its editors
 * every few seconds when it is idle, and cannot when the page is left; on the desktop it does so on the way out.
 */
export async function waitUntilSaved(page, text, others = [], patienceMs = 60_000) {
  const late = Date.now() + patienceMs;
  const matches = (value) => [text, ...others].every((pattern) => pattern.test(value));
  const saved = (value) => (typeof text === 'function' ? text : matches)(value.replaceAll('\\', ''));
  while (!(await page.evaluate(readState)).some(saved)) {
    assert.ok(Date.now() < late, `VS Code did not save ${text} in ${patienceMs / 1000} s`);
    await page.waitForTimeout(500);
  }
}

/** Runs in the page: all of VS Code's stored values that are text. */
async function readState() {
  const result = (request) =>
    new Promise((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const all = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('vscode-web-state-db')) continue;
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const values = await result(database.transaction(store).objectStore(store).getAll());
      all.push(...values.filter((value) => typeof value === 'string'));
    }
    database.close();
  }
  return all;
}
