// node test/soak/soak.mjs [--minutes 60] [--seed 1] [--log FILE]
// Random commands for so long in the extension host of a real VS Code, and what that holds before and after them. Builds first.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, ensureChromium } from '../../scripts/prerequisites.mjs';
import { findChromium, startBrowser } from '../e2e/browser.mjs';
import { root, sampleWorkspace } from '../e2e/profile.mjs';
import { startVsCode } from '../e2e/vscode.mjs';
import { buildSuite } from '../host/buildSuite.mjs';

/**
 * For glibc's malloc, which otherwise keeps what is freed: in a pool for each thread, whole blocks of up to 32 MB, for any later thread. Resident
 * memory is then what was once needed and not what is held. With one pool, and blocks that are given back, it follows what is held.
 */
const GIVING_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    log: { type: 'string', default: join(root, 'out/soak.log') },
  },
});
const lacking = ensureChromium(findChromium);
if (lacking) throw new Error(lacking);
build();
const { entry, results } = await buildSuite();
for (const file of [results, values.log]) rmSync(file, { force: true });
const files = sampleWorkspace();
const vscode = await startVsCode({
  workspace: files.folder,
  extension: 'dev',
  env: {
    ...GIVING_BACK,
    KERNELSCOPE_GREP: 'the soak',
    KERNELSCOPE_SOAK_MINUTES: values.minutes,
    KERNELSCOPE_SOAK_SEED: values.seed,
    KERNELSCOPE_SOAK_LOG: values.log,
  },
});
const { page, stop } = await startBrowser();
console.log(`${values.minutes} minutes with seed ${values.seed}; every step stands in ${values.log}`);
const ended = new Promise((done, fail) => {
  page.exposeFunction('codeAutomationExit', (code) => done(code)).catch(fail);
  page.on('crash', () => fail(new Error('the page crashed')));
  page.on('close', () => fail(new Error('the page was closed')));
});
try {
  await page.goto(vscode.address([['extensionTestsPath', vscode.remote(entry)]]));
  const code = await ended;
  const { tests } = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { tests: [] };
  for (const line of readFileSync(values.log, 'utf8').match(/.* at rest: .*/g) ?? []) console.log(line);
  for (const { title, state, error } of tests) console.log(`${state}: ${title}${error ? `\n${error}` : ''}`);
  process.exitCode = code === 0 && tests.length > 0 ? 0 : 1;
} finally {
  ended.catch(() => {});
  await stop();
  await vscode.stop();
  files.remove();
}
