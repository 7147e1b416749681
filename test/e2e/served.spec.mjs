// The VS Code that `npm start` serves to a newcomer: whoever has the address gets a window, and nobody else gets anything.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { serveVsCode } from '../../scripts/serveVsCode.mjs';
import { sampleWorkspace } from './profile.mjs';

/**
 * The status of an answer.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<number | undefined>}
 */
const statusOf = (url, headers = {}) =>
  new Promise((done, fail) => {
    get(url, { headers }, (response) => {
      response.resume();
      done(response.statusCode);
    }).on('error', fail);
  });

test('what npm start serves', async ({ page }) => {
  const samples = sampleWorkspace({ thinned: true });
  const profileAt = mkdtempSync(join(tmpdir(), 'ks-served-'));
  const server = await serveVsCode({ workspace: samples.folder, profileAt });
  try {
    const secret = `/vscode-remote-resource?path=${encodeURIComponent(join(samples.folder, 'wave.csv'))}`;
    await test.step('listens on the loopback alone', async () => {
      assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    });
    await test.step('refuses whoever has no token: pages, files, other host names, other origins', async () => {
      const foreign = { host: 'evil.example', origin: 'http://evil.example' };
      for (const path of ['/', `/?folder=${samples.folder}`, secret, `${secret}&tkn=${'0'.repeat(64)}`]) {
        assert.equal(await statusOf(`${server.url}${path}`), 403, path);
        assert.equal(await statusOf(`${server.url}${path}`, foreign), 403, path);
      }
      assert.equal(await statusOf(`${server.url}${secret}&tkn=${server.token}`), 200, 'with the token it is there');
    });
    await test.step('keeps the token from other users of the machine', () => {
      assert.match(server.token, /^[0-9a-f]{64}$/);
      assert.equal(statSync(server.tokenFile).mode & 0o777, 0o600);
    });
    await test.step('gives whoever has the address a window with the samples, in Restricted Mode', async () => {
      await page.goto(server.address());
      await page.getByRole('treeitem', { name: 'wave.csv', exact: true }).waitFor({ timeout: 60_000 });
      await page.getByText('Restricted Mode').first().waitFor();
      assert.equal(new URL(page.url()).searchParams.has('tkn'), false, 'the address bar does not keep the token');
    });
  } finally {
    await server.stop();
    samples.remove();
    rmSync(profileAt, { recursive: true, force: true });
  }
});
