// The notebook and the script of a model: run in Python, they fit what Kernelscope fitted.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { PYTHON, said } from './fittedCases';
import { runScripts } from './runScripts';
import { SCRIPT_CASES, type ScriptCase } from './scriptCases';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no scikit-learn';
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernelscope-scripts-'));
  for (const file of new Set(SCRIPT_CASES.map((one) => one.file))) await copyFile(file, join(folder, basename(file)));
});
after(() => rm(folder, { recursive: true }));

const DIFFERENCE = /The largest of [\d,]+ differences is (\S+) standard deviations; up to (\S+) is expected\./;

for (const [i, { name, file, fit }] of SCRIPT_CASES.entries())
  test(`${name}: is written as a script and as a notebook`, async () => {
    const model = join(folder, `${i}.ksmodel`);
    const holdout = fit.includes('--holdout') ? [] : ['--holdout', '0.25'];
    await said(folder, 'fit', join(folder, basename(file)), '--quiet', '--save', model, ...fit, ...holdout);
    for (const format of ['script', 'notebook'])
      await said(folder, 'export', model, '--as', format, '--out', join(folder, String(i)));
  });

/** Programs of these cases, run: how far each is from Kernelscope, and how far it says that it may be. */
function assertClose(program: string, cases: readonly ScriptCase[]): void {
  const answers = runScripts(cases.map((one) => join(folder, String(SCRIPT_CASES.indexOf(one)), program)));
  const found = cases.map(({ name, close }, i) => {
    const { printed, failed, said: end } = answers[i];
    const [, difference, allowed] = DIFFERENCE.exec(printed) ?? [];
    return { name, close, difference: Number(difference), allowed: Number(allowed), failed: failed ?? end };
  });
  if (process.env.DIFFERENCES)
    for (const { name, difference, allowed, failed } of found)
      console.log(`${name.padEnd(45)} ${difference.toExponential(1)} ${allowed.toExponential(0)} ${failed ?? ''}`);
  for (const { name, difference, close, allowed, failed } of found) {
    assert.equal(failed, undefined, name);
    assert.ok(difference <= close, `${name}: ${difference}`);
    assert.ok(difference <= allowed, `${name}: ${difference}, and says up to ${allowed}`);
  }
}

test('every script predicts what Kernelscope predicts, as closely as it says', { skip }, () =>
  assertClose('fit.py', SCRIPT_CASES),
);

/** One of each kind of program: the cells of every notebook are those of its script, which the test below looks at. */
const NOTEBOOKS: ReadonlySet<string> = new Set(['krr', 'ckrr-soft', 'quantile', 'rf-ridge', 'nystrom-ridge', 'ekpca']);

test('so does a notebook of every kind, and nbformat finds nothing wrong with it', { skip }, () =>
  assertClose(
    'fit.ipynb',
    SCRIPT_CASES.filter(({ name }) => NOTEBOOKS.has(name)),
  ),
);

test('the cells of a notebook are those of its script', async () => {
  for (const i of SCRIPT_CASES.keys()) {
    const { cells } = JSON.parse(await readFile(join(folder, String(i), 'fit.ipynb'), 'utf8'));
    const code = cells.filter(({ cell_type }: { cell_type: string }) => cell_type === 'code');
    const script = await readFile(join(folder, String(i), 'fit.py'), 'utf8');
    const ofScript = script
      .split(/^# %%(?: \[markdown\])?\n/m)
      .filter((text) => text !== '' && !/^(?:#.*\n)+\n*$/.test(text));
    assert.deepEqual(
      ofScript.map((text) => text.trimEnd()),
      code.map(({ source }: { source: string[] }) => source.join('').trimEnd()),
      SCRIPT_CASES[i].name,
    );
  }
});

test('a program defines nothing that it does not use', async () => {
  for (const i of SCRIPT_CASES.keys()) {
    const text = await readFile(join(folder, String(i), 'fit.py'), 'utf8');
    for (const [, name] of text.matchAll(/^(?:def|class) (\w+)/gm))
      assert.ok(text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length !== 1, `${SCRIPT_CASES[i].name}: ${name}`);
  }
});
