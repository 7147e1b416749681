import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { report } from '../../src/cli/failures';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

function said(error: unknown): string {
  let text = '';
  assert.equal(report(error, { out() {}, err: (more) => (text += more), live: false }), 1);
  return text;
}

test('a defect tells where it lies, with nothing that a terminal would obey; what is refused is one line', () => {
  const defect = said(new Error('no \u001b[31mfilter'));
  assert.match(
    defect,
    /^kernelscope: Kernelscope hit an internal error: no .*filter\. Please report it with its details\.\n {4}at /,
  );
  assert.ok(!defect.includes('\u001b'));
  assert.ok(defect.split('\n').length <= 10);
  assert.equal(said(new KernelscopeError('data/malformed', 'Row 3 is broken.')), 'kernelscope: Row 3 is broken.\n');
});

interface FailureJson {
  readonly failure: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

test('with JSON on standard output a failure is an object there, and the same sentence on standard error', async () => {
  const cases: [number, string, string[]][] = [
    [1, 'file/not-found', ['fit', 'nowhere.csv', '--target', 'y', '--json', '-']],
    [1, 'data/unknown-column', ['fit', 'samples/wave.csv', '--target', 'z', '--json']],
    [2, 'parameter/invalid', ['fit', 'samples/wave.csv', '--target', '2', '--set', 'lambda=-1', '--json=-']],
    [2, 'method/unknown', ['methods', 'tkr', '--json']],
    [1, 'data/no-target', ['fit', 'samples/wave.csv', '--json', '-']],
    [2, 'command-line', ['fit', 'samples/wave.csv', '--tarket', 'y', '--json', '/dev/stdout']],
    [2, 'command-line', ['fti', '--json']],
    [1, 'file/not-found', ['inspect', 'nowhere.csv', '--json']],
    [2, 'reproduction/unknown', ['reproduce', 'nothing', '--json']],
  ];
  for (const [code, kind, argv] of cases) {
    const said = await runIn('', argv);
    assert.equal(said.code, code, argv.join(' '));
    const { failure } = JSON.parse(said.out) as FailureJson;
    assert.equal(failure.code, kind);
    const next =
      kind === 'data/no-target' ? 'Such as: kernelscope fit samples/wave.csv --json - --target signal\n' : '';
    assert.equal(said.err, `kernelscope: ${failure.message}\n${next}`);
    assert.ok(!('stack' in failure.details));
  }
});

test('the details of a failure are those of its kind', async () => {
  const { out } = await runIn('', ['fit', 'samples/wave.csv', '--target', 'singal', '--json']);
  assert.deepEqual((JSON.parse(out) as FailureJson).failure.details, { column: 'singal' });
});

test('without JSON on standard output a failure writes nothing there, nor a file', async () => {
  const folder = testFolder();
  for (const json of [[], ['--json', join(folder, 'fit.json')]]) {
    const said = await runIn(folder, ['fit', 'samples/wave.csv', '--target', 'z', ...json]);
    assert.deepEqual([said.code, said.out], [1, '']);
  }
  assert.deepEqual(await readdir(folder), []);
});
