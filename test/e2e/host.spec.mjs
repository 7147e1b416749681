// The mocha suite of test/host/suite inside the extension host of a real VS Code.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { buildSuite } from '../host/buildSuite.mjs';
import { test } from './window.mjs';

test.use({ kind: 'underDevelopment' });

/** Milliseconds for the entire suite, a hundred tests, on a busy machine. */
const SUITE_MS = 15 * 60_000;

test('inside the extension host', async ({ window: { page, vscode, seen } }) => {
  test.setTimeout(SUITE_MS);
  const { entry, results } = await buildSuite();
  rmSync(results, { force: true });
  // VS Code's page calls this when the extension host has ended, with its exit code and all log files.
  /** @type {{ code: number, logs: { relativePath: string, contents: string }[] }} */
  const end = await new Promise((done, fail) => {
    page
      .exposeFunction('codeAutomationExit', (code, logs) => done({ code, logs: logs ?? [] }))
      .then(() => page.goto(vscode.address([['extensionTestsPath', vscode.remote(entry)]])))
      .catch(fail);
  });
  const { tests } = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { tests: [] };
  let failed = 0;
  for (const { title, state, error } of tests) {
    // Each counts as a test of its own.
    await test.step(title, () => assert.equal(state, 'passed', error ?? state)).catch(() => failed++);
  }
  if (failed > 0 || end.code !== 0) {
    for (const line of seen.errors) console.log(`        console: ${line}`);
    for (const { relativePath, contents } of end.logs)
      if (/exthost|remoteagent/.test(relativePath)) console.log(`--- ${relativePath}\n${contents.slice(-4000)}`);
  }
  assert.equal(failed, 0, `${failed} of ${tests.length} tests failed`);
  assert.ok(
    tests.length > 0 && end.code === 0,
    `the extension host ended with ${end.code} after ${tests.length} tests`,
  );
});
