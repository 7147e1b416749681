import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { parseCommandLine } from '../../../src/cli/parse';
import { requestOfOptions } from '../../../src/cli/request';
import type { FitRequest } from '../../../src/engine/contract/run';
import { fitCommandLine, wrappedCommandLine } from '../../../src/figures/report/commandLine';

/** Names that a shell, a list or the command line itself could take for something else. */
const NAMES = [
  'plain',
  'two words',
  "it's",
  '$(touch /tmp/pwned)',
  '`id`',
  'a,b',
  '"quoted"',
  ' edges ',
  '--target',
  '-1',
  'a=b',
  'new\nline',
  '\\',
  '!x',
  'é ∂',
  '*',
  '~',
  'x;rm -rf y',
  '#no',
  'tab\there',
  'escape \u001b[201~ \u0007\u009b!',
  '\u001b',
  '',
];

/** The words that a shell hands to a program for this line. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `kernelscope() { printf '%s\\0' "$@"; }; ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

/** The request that the command line makes of the words, as a run would store it. */
function requestOf(line: string): FitRequest {
  const { operands, options } = parseCommandLine(wordsOf(line));
  return requestOfOptions(operands[0], options);
}

const run = (request: Partial<FitRequest>) => ({
  file: { name: 'a.csv', path: '/data/a b.csv', bytes: 1, modified: 0 },
  request: {
    source: { kind: 'path' as const, path: '/data/a b.csv' },
    read: {},
    method: 'krr',
    parameters: { seed: 0 },
    ...request,
    design: {
      target: 'y',
      missing: 'impute' as const,
      standardise: true,
      holdout: { kind: 'fraction' as const, fraction: 0.2, byDefault: true as const },
      seed: 0,
      ...request.design,
    },
  },
});
const design = (more: object) => more as FitRequest['design'];

test('a fit on a cluster names the cluster, and parts by a pattern that no shell opens', () => {
  const { file, request } = run({ method: 'rf-ridge', onCluster: { engine: 'dask', address: 'tcp://host:8786' } });
  assert.equal(
    fitCommandLine({ file: { ...file, path: '/data/p*.csv' }, request }).line,
    "kernelscope fit '/data/p*.csv' --target=y --method=rf-ridge --on=dask --scheduler=tcp://host:8786",
  );
  const { options } = parseCommandLine(
    wordsOf(fitCommandLine(run({ onCluster: { engine: 'spark', skipFailed: true } })).line),
  );
  assert.deepEqual([options.on, options.master, options['skip-failed-parts']], ['spark', undefined, true]);
});

test('what is as usual is not said', () => {
  const { data, ...unknown } = { ...run({}), data: { train: 999 } };
  const few = { ...unknown, data } as Parameters<typeof fitCommandLine>[0];
  assert.equal(fitCommandLine(few).line, "kernelscope fit '/data/a b.csv' --target=y");
  const open = { ...unknown, request: { ...unknown.request, openMethod: true as const } };
  assert.equal(fitCommandLine(open).line, "kernelscope fit '/data/a b.csv' --target=y");
  // Where an exact fit may take long, a line without a method would fit another way.
  assert.equal(fitCommandLine(unknown).line, "kernelscope fit '/data/a b.csv' --target=y --method=krr");
});

test('the core is named where another might be taken', () => {
  const by = (backEnd: 'embedded' | 'native' | undefined, train: number) => {
    const fitted = { ...run({}), backend: { ...(backEnd && { backEnd }), name: '', threads: 1 }, data: { train } };
    return fitCommandLine(fitted as Parameters<typeof fitCommandLine>[0]).line.slice(
      "kernelscope fit '/data/a b.csv' --target=y".length,
    );
  };
  assert.equal(by('embedded', 999), '');
  assert.equal(by('embedded', 1000), ' --method=krr --linear-algebra=embedded');
  assert.equal(by(undefined, 1000), ' --method=krr --linear-algebra=embedded');
  assert.equal(by('native', 999), ' --linear-algebra=native');
});

test('any name comes through a shell and the parser as it is', () => {
  for (const name of NAMES.filter((one) => one !== '')) {
    const asked = run({
      design: design({
        target: name,
        moreTargets: [name, 'z'],
        weights: name,
        features: [name, ...NAMES],
        splitBy: { kind: 'group', column: name },
      }),
      read: {
        names: NAMES,
        missing: ['', ...NAMES.filter((one) => one.trim() === one)],
        kinds: { [name]: 'category' },
      },
    });
    for (const line of [fitCommandLine(asked).line, wrappedCommandLine(asked)]) {
      const { read, design: made } = requestOf(line);
      assert.deepEqual(made, asked.request.design, name);
      assert.deepEqual(read.names, asked.request.read.names);
      assert.deepEqual(read.missing, asked.request.read.missing);
      if (name.trim() === name) assert.deepEqual(read.kinds, asked.request.read.kinds, name);
    }
  }
});

test('every choice of rows and of reading is said', () => {
  const divided = [
    { kind: 'group', column: 'g' },
    { kind: 'fold', column: 'f' },
    { kind: 'blocks' },
    { kind: 'blocks', by: 'time' },
  ] as const;
  const heldOut = [
    { kind: 'fraction', fraction: 0 },
    { kind: 'last', fraction: 0.1 },
    { kind: 'last', fraction: 0.3, by: 'a:b' },
    { kind: 'last', fraction: 0, by: 't:0.5' },
    { kind: 'file', source: { kind: 'path', path: '/data/0.5' } },
  ] as const;
  for (const splitBy of divided)
    for (const holdout of heldOut) {
      const asked = run({
        design: design({
          splitBy,
          holdout,
          task: 'classify',
          missing: 'drop',
          standardise: false,
          maxLevels: 5,
          maxRows: 100,
          seed: 7,
        }),
        method: 'huber',
        parameters: { lambda: 1e-7, kernel: '0.5*linear + gaussian', intercept: false, seed: 7 },
        read: {
          delimiter: '\t',
          header: false,
          encoding: 'windows-1252',
          decimal: ',',
          thousands: ' ',
          quote: '',
          acceptExpansion: true,
        },
      });
      const made = requestOf(fitCommandLine(asked).line);
      assert.deepEqual(made.design, asked.request.design);
      assert.deepEqual(made.read, asked.request.read);
      assert.equal(made.method, 'huber');
      const texts = Object.entries(asked.request.parameters).map(([name, value]) => [name, String(value)]);
      assert.deepEqual(
        Object.entries(made.parameters).map(([name, value]) => [name, String(value)]),
        texts,
      );
    }
});

test('files whose names look like something else stay files', () => {
  const file = (path: string) => ({ ...run({}), file: { name: path, path, bytes: 1, modified: 0 } });
  for (const path of ['-', '--json', "-it's.csv"])
    assert.match(wordsOf(fitCommandLine(file(path)).line)[1] ?? '', /^\.\//);
});
