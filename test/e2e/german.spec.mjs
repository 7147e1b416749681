// A VS Code that is set to German: its commands, and a form.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { panelPage } from './panel.mjs';
import { createProfile, sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import * as workbench from './workbench.mjs';

const PACK = { publisher: 'ms-ceintl', name: 'vscode-language-pack-de', version: '1.0.0' };

/** A language pack that translates nothing of VS Code itself: all German text is ours. */
function addLanguagePack({ extensions, data }) {
  const folder = join(extensions, `${PACK.publisher}.${PACK.name}-${PACK.version}`);
  const texts = join(folder, 'texts.json');
  mkdirSync(folder, { recursive: true });
  const translations = [{ id: 'vscode', path: './texts.json' }];
  const localizations = [{ languageId: 'de', languageName: 'German', translations }];
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...PACK, engines: { vscode: '^1.50.0' }, contributes: { localizations } }),
  );
  writeFileSync(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const identifier = { id: `${PACK.publisher}.${PACK.name}` };
  const pack = {
    hash: createHash('md5').update(texts).digest('hex'),
    label: 'Deutsch',
    extensions: [{ extensionIdentifier: identifier, version: PACK.version }],
    translations: { vscode: texts },
  };
  writeFileSync(join(data, 'languagepacks.json'), JSON.stringify({ de: pack }));
}

test('an editor set to German has German commands and a German form', async ({ page }) => {
  const profileAt = mkdtempSync(join(tmpdir(), 'ks-german-'));
  addLanguagePack(createProfile({ at: profileAt }));
  const { folder } = sampleWorkspace();
  const server = await startVsCode({ workspace: folder, profileAt, locale: 'de' });
  try {
    await page.context().addCookies([{ name: 'vscode.nls.locale', value: 'de', url: server.url }]);
    await workbench.openWorkbench(page, server, 'flats.csv');
    await workbench.fileInExplorer(page, 'flats.csv').dblclick();
    await page.locator('.monaco-editor .view-line').first().waitFor();
    await page.keyboard.press('F1');
    await page.keyboard.type('Kernelscope Lesen der Daten');
    await page.locator('.quick-input-list').getByText('Lesen der Daten ändern…').first().click();
    await panelPage(page).getByText('Zeichen zwischen den Zellen einer Zeile.').waitFor({ timeout: 60_000 });
    await panelPage(page).getByText('Anpassen', { exact: true }).waitFor();
  } finally {
    server.stop();
    rmSync(profileAt, { recursive: true, force: true });
  }
});
