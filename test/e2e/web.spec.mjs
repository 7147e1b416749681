// The extension in the web-worker extension host, as on vscode.dev: no node, no disk, one thread for the engine.
import assert from 'node:assert/strict';
import { FIT, fitByMenu } from './menu.mjs';
import { openTab } from './panel.mjs';
import { cleanEnd, fitFromPicks, say, test } from './window.mjs';

test.use({ kind: 'web' });

test('a file is fitted by right-click, and every tab has its figures', async ({ page }) => {
  await fitByMenu(page, 'fan-noise.csv', FIT);
  say(`figures ${Math.round(await fitFromPicks(page, 'sound_level_db'))} ms after the last pick`);
  for (const name of ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Excess risk', 'Data'])
    assert.ok((await openTab(page, name)).length > 0 || name === 'Data', name);
});

cleanEnd();
