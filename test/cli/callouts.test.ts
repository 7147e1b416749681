// Files with one known fault each, and the same files without it: the callout is there exactly where the fault is, through every door, and what its
// button does settles it.
import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBrief } from '../../src/doors/brief/runBrief';
import { bareText, type CalloutActKind, type CalloutKind, calloutText } from '../../src/engine/contract/callout';
import { contextWith, quietContext } from '../../src/engine/contract/context';
import type { DesignOptions, FileSource } from '../../src/engine/contract/data';
import type { FitRequest, RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { requestWith } from '../../src/extension/fit/request';
import { reportMarkdown } from '../../src/figures/report/write';
import { normals } from '../engine/madeRows';
import { machine } from '../engine/testCore';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = realpathSync(testFolder());
const engine = new Engine(machine(4e9));
const N = 240;

interface Row {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly noise: number;
  readonly i: number;
}
type Cells = Readonly<Record<string, string | number>>;

interface Fault {
  readonly kind: CalloutKind;
  /** A row with the fault, and without. */
  readonly rows: (row: Row, faulty: boolean) => Cells;
  readonly columns: readonly string[];
  readonly act: CalloutActKind | undefined;
  readonly design?: Partial<DesignOptions>;
  /** Only a fit can measure it. */
  readonly measured?: true;
}

const smooth = ({ a, b, noise }: Row) => Math.sin(a) + b * b + 0.4 * noise;
const day = (i: number) => new Date(Date.UTC(2021, 0, 1 + i)).toISOString().slice(0, 10);
const fixed = (v: number) => v.toFixed(3);
const plain = (row: Row): Cells => ({ a: fixed(row.a), b: fixed(row.b), c: fixed(row.c), y: fixed(smooth(row)) });

const FAULTS: Readonly<Record<string, Fault>> = {
  'a column that is nearly the target': {
    kind: 'leak',
    rows: (row, faulty) => ({
      ...plain(row),
      later: fixed((faulty ? smooth(row) : 0) + (faulty ? 0.005 : 1) * row.noise),
    }),
    columns: ['later'],
    act: 'without',
  },
  'a sum of two columns': {
    kind: 'leak',
    rows: (row, faulty) => ({
      casual: fixed(row.a),
      registered: fixed(row.b),
      c: fixed(row.c),
      y: (Number(fixed(row.a)) + Number(fixed(row.b)) + (faulty ? 0 : row.noise)).toFixed(3),
    }),
    columns: ['casual', 'registered'],
    act: 'without',
  },
  'a ceiling': {
    kind: 'ceiling',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty ? Math.min(2.5, smooth(row)) : smooth(row)) }),
    columns: ['y'],
    act: 'where',
  },
  'a floor': {
    kind: 'floor',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty ? Math.max(0, smooth(row)) : smooth(row)) }),
    columns: ['y'],
    act: 'where',
  },
  'a column of numbers with several units': {
    kind: 'unread',
    rows: (row, faulty) => ({ ...plain(row), price: `${faulty && row.i % 2 ? '£' : '$'}${fixed(50 + row.a)}` }),
    columns: ['price'],
    act: 'reading',
  },
  'numbers but for a few words': {
    kind: 'unread',
    rows: (row, faulty) => ({ ...plain(row), b: faulty && row.i % 30 === 7 ? `high${row.i}` : fixed(row.b) }),
    columns: ['b'],
    act: 'readAs',
  },
  'rows that share settings': {
    kind: 'settings',
    rows: ({ i, noise }, faulty) => {
      const s = faulty ? i % 24 : i;
      const [p, q] = [Math.sin(5 * s), Math.cos(9.1 * s)];
      return { p: fixed(p), q: fixed(q), f: fixed(noise), y: fixed(3 * Math.sin(31 * s) + 0.1 * Math.sin(noise)) };
    },
    columns: ['p', 'q'],
    act: 'settings',
    measured: true,
  },
  'rows in the order of a date, random ones held out': {
    kind: 'order',
    rows: (row, faulty) => ({ day: day(faulty ? row.i : (row.i * 37) % N), ...plain(row) }),
    columns: ['day'],
    act: 'lastRows',
  },
  'one class of nearly all rows': {
    kind: 'imbalance',
    rows: (row, faulty) => ({ ...plain(row), y: row.i % (faulty ? 16 : 3) === 0 ? 'ill' : 'well' }),
    columns: ['y'],
    act: 'balance',
  },
  'few whole values': {
    kind: 'fewValues',
    rows: (row, faulty) => ({
      ...plain(row),
      y: faulty ? Math.max(0, Math.min(3, Math.round(1 + smooth(row)))) : fixed(smooth(row)),
    }),
    columns: ['y'],
    act: 'classes',
  },
  'gaps written as −200': {
    kind: 'reading',
    rows: (row, faulty) => ({ ...plain(row), c: faulty && row.i % 11 === 3 ? -200 : fixed(row.c) }),
    columns: ['c'],
    act: 'reading',
  },
  'many gaps': {
    kind: 'missing',
    rows: (row, faulty) => ({ ...plain(row), c: row.i % (faulty ? 3 : 12) === 0 ? '' : fixed(row.c) }),
    columns: ['c'],
    act: 'without',
  },
  'a few rows far out': {
    kind: 'fewRows',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty && row.i % 60 === 13 ? 500 + row.i : smooth(row)) }),
    columns: ['y'],
    act: 'huber',
  },
  'a target that grows by factors': {
    kind: 'logarithm',
    rows: (row, faulty) => ({ ...plain(row), y: fixed(faulty ? 10 * Math.exp(smooth(row)) : 10 + smooth(row)) }),
    columns: ['y'],
    act: 'logarithm',
    measured: true,
  },
};

function csvOf({ rows }: Fault, faulty: boolean): string {
  const [random, normal] = [new Random(5), normals(6)];
  const all = Array.from({ length: N }, (_, i) =>
    rows(
      { a: 6 * random.uniform() - 3, b: 3 * random.uniform() - 1.5, c: 10 * random.uniform(), noise: normal(), i },
      faulty,
    ),
  );
  return `${[Object.keys(all[0]), ...all.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n')}\n`;
}

const DESIGN: DesignOptions = {
  target: 'y',
  missing: 'impute',
  standardise: true,
  seed: 1,
  holdout: { kind: 'fraction', fraction: 0.2 },
};

function requestOf(fault: Fault, faulty: boolean): FitRequest {
  const bytes = new TextEncoder().encode(csvOf(fault, faulty));
  const source: FileSource = { kind: 'bytes', name: 'rows.csv', bytes };
  const parameters = { kernel: 'gaussian', lengthScale: 1, seed: 1, folds: 4 };
  return { source, read: {}, design: { ...DESIGN, ...fault.design }, method: 'krr', parameters };
}

/** Callouts rest on no partial dependence, which takes as long as the rest of such a fit. */
const context = contextWith(quietContext, { withoutPartial: true });
const fitted = async (request: FitRequest) => (await engine.handlers.fit(request, context)) as RunResult;
/** The runs of files with their fault, each of which two tests look at. */
const faultyRuns = new Map<Fault, RunResult>();
const of = ({ kind }: Fault, { callouts = [] }: Pick<RunResult, 'callouts'>) =>
  callouts.filter((one) => one.kind === kind);

/** The request that the button of the fault's callout makes. */
function settled(request: FitRequest, run: RunResult, fault: Fault): FitRequest | undefined {
  const change = of(fault, run)[0].act?.change;
  if (change === undefined || change.kind === 'reading') return undefined;
  if (change.kind === 'huber') return { ...request, method: 'huber' };
  if (change.kind !== 'without') return requestWith(request, change);
  const features = run.data.columns.filter((column) => !change.columns.includes(column));
  return requestWith(request, { kind: 'columns', features });
}

for (const [name, fault] of Object.entries(FAULTS))
  test(`${name}: said where it is, by every door, and settled by its button`, async () => {
    const [request, clean] = [requestOf(fault, true), requestOf(fault, false)];
    const [run, without] = [await fitted(request), await fitted(clean)];
    faultyRuns.set(fault, run);
    assert.deepEqual(of(fault, without).map(calloutText), [], 'said of a file without the fault');
    const [callout, ...more] = of(fault, run);
    assert.ok(callout, `not said, but ${(run.callouts ?? []).map(calloutText).join(' | ')}`);
    assert.equal(more.length, 0);
    assert.deepEqual(callout.columns.toSorted(), [...fault.columns].toSorted());
    assert.equal(callout.act?.change.kind, fault.act);
    // Nothing of it is said once more.
    assert.ok(!run.notes.some(({ text }) => text === calloutText(callout)));

    const { source, read, design } = request;
    const looked = await engine.handlers.profile({ source, read, design }, quietContext);
    const seen = of(fault, looked);
    assert.deepEqual(seen.map(calloutText), fault.measured ? [] : [calloutText(callout)]);
    // Behind it stands the argument that settles it, if there is one.
    const told = runBrief(run).warnings.find((text) => text.startsWith(bareText(callout)));
    assert.match(told?.slice(bareText(callout).length) ?? 'not said', /^(?: \([a-z]+: .+\))?$/i);
    assert.ok(reportMarkdown(run).includes(callout.severity === 'doubt' ? '**Warning:** ' : ''));

    const path = join(folder, 'rows.csv');
    writeFileSync(path, csvOf(fault, true));
    const argv = [
      'fit',
      path,
      '--target',
      'y',
      '--holdout',
      '0.2',
      '--seed',
      '1',
      '--set',
      'kernel=gaussian',
      '--set',
      'lengthScale=1',
      '--set',
      'folds=4',
      '--json',
      '-',
    ];
    const { out, err, code } = await runIn(folder, argv);
    assert.equal(code, 0, err);
    const printed: Pick<RunResult, 'callouts'> = JSON.parse(out);
    assert.deepEqual(of(fault, printed).map(calloutText), [calloutText(callout)]);

    const next = settled(request, run, fault);
    if (next) {
      const left = of(fault, await fitted(next)).filter(({ severity }) => severity === callout.severity);
      assert.deepEqual(left.map(calloutText), []);
    }
  });

test('callouts stay when what the sliders say is fitted', async () => {
  assert.equal(faultyRuns.size, Object.keys(FAULTS).length);
  for (const [fault, before] of faultyRuns) {
    const request = requestOf(fault, true);
    const after = await fitted({ ...request, parameters: { ...request.parameters, lambda: 0.1 } });
    assert.deepEqual(of(fault, after).map(calloutText), of(fault, before).map(calloutText));
  }
});

test('a target of counts, of few values or of rounded numbers has no ceiling and no floor', async () => {
  const random = new Random(11);
  const normal = normals(3);
  const TARGETS: readonly (() => number)[] = [
    () => Math.round(3 * random.uniform()),
    () => Math.floor(-40 * Math.log(random.uniform() + 1e-9)),
    () => Math.round(10 * normal()) / 2,
    () => Math.round(100 * random.uniform()) / 100,
    () => Math.min(9, Math.floor(-3 * Math.log(random.uniform() + 1e-9))),
    () => normal(),
  ];
  for (const target of TARGETS) {
    const lines = Array.from({ length: 400 }, () => [random.uniform().toFixed(4), target()].join(','));
    const bytes = new TextEncoder().encode(`a,y\n${lines.join('\n')}\n`);
    const { callouts } = await engine.handlers.profile(
      { source: { kind: 'bytes', name: 'rows.csv', bytes }, read: {}, design: { ...DESIGN, task: 'regress' } },
      quietContext,
    );
    assert.deepEqual(callouts.filter(({ kind }) => kind === 'ceiling' || kind === 'floor').map(calloutText), []);
  }
});
