// node test/e2e/inside.mjs
// Runs the mocha suite (test/host/suite) inside the extension host of a real VS Code.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSuite } from '../host/buildSuite.mjs';
import { startBrowser } from './browser.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { finish } from './steps.mjs';
import { startVsCode } from './vscode.mjs';

const PATIENCE_MS = 180_000;

const { entry, results } = await buildSuite();
rmSync(results, { force: true });
const files = sampleWorkspace();
const vscode = await startVsCode({ workspace: files.folder, extension: 'dev' });
const browser = await startBrowser();
const tally = { passed: 0, failed: 0, skipped: 0 };
try {
  // VS Code's page calls this when the extension host has ended, with its exit code and all log files.
  const ended = new Promise((done) => {
    browser.page.exposeFunction('codeAutomationExit', (code, logs) => done({ code, logs: logs ?? [] }));
  });
  await browser.page.goto(vscode.address([['extensionTestsPath', vscode.remote(entry)]]));
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS, undefined).unref());
  const end = await Promise.race([ended, late]);
  console.log('\nInside the extension host');
  if (existsSync(results)) report(JSON.parse(readFileSync(results, 'utf8')).tests);
  const told = tally.failed > 0;
  if (!end || (end.code !== 0 && !told) || tally.passed + tally.failed === 0) {
    tally.failed++;
    console.log(
      end ? `  FAIL  the extension host ended with ${end.code}` : `  FAIL  no end in ${PATIENCE_MS / 1000} s`,
    );
    for (const line of browser.seen.errors) console.log(`        console: ${line}`);
  }
  if (tally.failed > 0) {
    await browser.page.screenshot({ path: join(root, 'test-results/inside-failure.png') });
    for (const { relativePath, contents } of end?.logs ?? []) {
      if (/exthost|remoteagent/.test(relativePath)) console.log(`--- ${relativePath}\n${contents.slice(-4000)}`);
    }
  }
} finally {
  await browser.stop();
  await vscode.stop();
  files.remove();
}
finish(tally);

function report(tests) {
  for (const { title, state, ms, error } of tests) {
    const outcome = state === 'passed' ? 'passed' : state === 'failed' ? 'failed' : 'skipped';
    tally[outcome]++;
    const mark = { passed: 'ok  ', failed: 'FAIL', skipped: '--  ' }[outcome];
    console.log(`  ${mark}  ${title} (${ms ?? 0} ms)${error ? `\n${String(error).replace(/^/gm, '        ')}` : ''}`);
  }
}
