import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pack, unpack } from '../../src/engine/contract/pack';
import type { StoredRun } from '../../src/engine/contract/run';
import { foreignRun } from '../../src/extension/runs/foreignRun';
import { fitCommandLine, inspectCommandLine } from '../../src/figures/report/commandLine';
import { runIn } from '../cli/commandLines';
import { testFolder } from '../testFolder';

const folder = testFolder();
let own: StoredRun;
before(async () => {
  const out = join(folder, 'out');
  const fit = ['fit', 'samples/wave.csv', '--target', 'signal', '--set', 'lengthScale=0.5', '--set', 'folds=0'];
  const { code, err } = await runIn(folder, [...fit, '--out', out]);
  assert.equal(code, 0, err);
  own = unpack(readFileSync(join(out, 'run.ksrun'))) as StoredRun;
});

/** Ways to name a file on another machine. */
const ELSEWHERE: readonly string[] = [
  '\\\\evil.example\\share\\x.csv',
  '//evil.example/share/x.csv',
  '\\/evil.example/share/x.csv',
  '\\\\?\\UNC\\evil.example\\share\\x.csv',
  '\\\\.\\evil.example\\x.csv',
];

/** The run with every path and address that it can hold set to this one. */
function moved(path: string): StoredRun {
  const stamp = { ...own.file, path, parts: [{ name: 'x.csv', path, bytes: 1, modified: 0, before: 0 }] };
  const { request } = own;
  return {
    ...own,
    origin: `file:${/^[\\/]{2}/.test(path) ? '' : '//'}${path.replaceAll('\\', '/')}`,
    file: stamp,
    inspection: { ...own.inspection, file: stamp },
    request: {
      ...request,
      source: { kind: 'path', path },
      design: { ...request.design, holdout: { kind: 'file', source: { kind: 'path', path } } },
      onCluster: { engine: 'dask', address: 'tcp://evil.example:8786' },
    },
  } as StoredRun;
}

/** Every text within, however deep. */
function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    for (const inner of Object.values(value)) yield* texts(inner);
}

test("no place on another machine stays of a stranger's run, nor in the command line that repeats it", async () => {
  for (const path of ELSEWHERE) {
    const run = await foreignRun(new Uint8Array(pack(moved(path))));
    const left = [...texts(run)].filter((text) => text.includes('evil'));
    assert.deepEqual(left, [], path);
    for (const shell of ['posix', 'powershell'] as const)
      for (const line of [fitCommandLine(run, shell), inspectCommandLine(run, shell)])
        assert.doesNotMatch(JSON.stringify(line), /evil|scheduler/, path);
    assert.match(JSON.stringify(fitCommandLine(run)), /holdout=\/x\.csv.*--on=dask/);
  }
});

test('a file of held-out rows is named again, also where it is said to be on this machine', async () => {
  const run = await foreignRun(new Uint8Array(pack(moved('/home/person/private.csv'))));
  assert.deepEqual(run.request.design.holdout, { kind: 'file', source: { kind: 'path', path: '/private.csv' } });
  assert.equal(run.origin, 'file:///home/person/private.csv', 'a file on this machine is looked for');
  assert.equal(run.file.path, '/home/person/private.csv');
});
