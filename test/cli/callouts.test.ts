// Files with one known fault each, and the same files without it: the callout is there exactly where the fault is, through every door, and what its
// button does settles it.
import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSettling, settledRequest } from '../../src/choices/settled';
import { runBrief } from '../../src/doors/brief/runBrief';
import { bareText, calloutText } from '../../src/engine/contract/callout';
import { contextWith, quietContext } from '../../src/engine/contract/context';
import type { DesignOptions, FileSource } from '../../src/engine/contract/data';
import type { FitRequest, RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { reportMarkdown } from '../../src/figures/report/write';
import { normals } from '../engine/madeRows';
import { machine } from '../engine/testCore';
import { csvOf, FAULTS, type Fault } from '../madeFaults';
import { testFolder } from '../testFolder';
import { runIn, typed } from './commandLines';

const folder = realpathSync(testFolder());
const engine = new Engine(machine(4e9));
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
  return { source, read: {}, design: DESIGN, method: 'krr', parameters };
}

/** Callouts rest on no partial dependence, which takes as long as the rest of such a fit. */
const context = contextWith(quietContext, { withoutPartial: true });
const fitted = async (request: FitRequest) => (await engine.handlers.fit(request, context)) as RunResult;
/** The runs of files with their fault, each of which two tests look at. */
const faultyRuns = new Map<Fault, RunResult>();
const of = ({ kind }: Fault, { callouts = [] }: Pick<RunResult, 'callouts'>) =>
  callouts.filter((one) => one.kind === kind);

/** The request that the button of the fault's callout makes. */
function nextRequest(request: FitRequest, run: RunResult, fault: Fault): FitRequest | undefined {
  const change = of(fault, run)[0].act?.change;
  if (change?.kind !== 'without') return change && isSettling(change) ? settledRequest(request, change) : undefined;
  const features = run.data.columns.filter((column) => !change.columns.includes(column));
  return { ...request, design: { ...request.design, features } };
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
    const argv = typed`fit ${path} --target y --holdout 0.2 --seed 1 --set kernel=gaussian --set lengthScale=1
        --set folds=4 --json -`;
    const { out, err, code } = await runIn(folder, argv);
    assert.equal(code, 0, err);
    const printed: Pick<RunResult, 'callouts'> = JSON.parse(out);
    assert.deepEqual(of(fault, printed).map(calloutText), [calloutText(callout)]);

    const next = nextRequest(request, run, fault);
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

const uniform = new Random(8);
const normalOf = normals(9);

/** The sentences on columns that are no measurements, of a file with a column of this name and these values in turn. */
async function rolesOf(target: string, name: string, values: readonly string[]) {
  const lines = Array.from({ length: 120 }, (_, i) =>
    [uniform.uniform().toFixed(3), values[i % values.length], (5 + normalOf()).toFixed(2)].join(),
  );
  const bytes = new TextEncoder().encode(`a,${name},${target}\n${lines.join('\n')}\n`);
  const source = { kind: 'bytes', name: 'rows.csv', bytes } as const;
  const { callouts } = await engine.handlers.profile({ source, read: {}, design: { ...DESIGN, target } }, quietContext);
  return callouts.filter(({ kind }) => kind === 'leak').map(calloutText);
}

test('a column that divides or weighs the rows is said by its name and values, and no measurement is', async () => {
  const folds = ['0', '1', '2', '3', '4'];
  for (const [name, values] of [
    ['fold', folds],
    ['kfold', folds],
    ['cv_fold', ['1', '2', '3']],
    ['foldNr', folds],
    ['is_train', ['1', '1', '0']],
    ['in_test', ['yes', 'no', 'no']],
    ['train flag', ['TRUE', 'TRUE', 'FALSE']],
    ['holdout', ['0', '0', '1']],
    ['valid_flag', ['0', '0', '1']],
  ] as const)
    assert.match(
      (await rolesOf('y', name, values)).join(),
      new RegExp(`^"${name}" says which rows were to train`),
      name,
    );
  for (const name of ['sample_weight', 'case weights', 'SurveyWeight', 'freq_wt', 'obs_weight', 'designWeights'])
    assert.match(
      (await rolesOf('y', name, ['1', '2.5', '0.5'])).join(),
      new RegExp(`^"${name}" says how much each row counts`),
    );
  for (const [name, values] of [
    ['weight', ['1', '2.5', '0.5']],
    ['Whole weight', ['1', '2.5', '0.5']],
    ['fold_change', ['0.5', '1.5', '2.5']],
    ['fold', ['0.5', '1.5', '2.5']],
    ['train', ['ICE', 'TGV', 'IC']],
    ['test', ['5', '7', '9']],
    ['sample_weight', ['-1', '2.5', '0.5']],
    ['trainings', folds],
  ] as const)
    assert.deepEqual(await rolesOf('y', name, values), [], name);
});

test('a mark of times cut off is said of a time, and no other column of two values or other target', async () => {
  for (const [target, mark, values] of [
    ['time', 'event', ['0', '1']],
    ['survival_days', 'died', ['yes', 'no', 'no']],
    ['OS months', 'censored', ['TRUE', 'FALSE']],
    ['os_time', 'OS.status', ['dead', 'alive']],
  ] as const)
    assert.match(
      (await rolesOf(target, mark, values)).join(),
      new RegExp(`^"${mark}" may say whether "${target}" was cut off: `),
    );
  for (const [target, mark, values] of [
    ['price', 'event', ['0', '1']],
    ['time', 'sex', ['m', 'f']],
    ['time', 'event', ['0', '1', '2']],
  ] as const)
    assert.deepEqual(await rolesOf(target, mark, values), []);
});

test('a column that is filled for one class alone is said once, with one button', async () => {
  const random = new Random(4);
  const lines = Array.from({ length: 200 }, (_, i) =>
    [random.uniform().toFixed(3), i % 4 ? '' : `C${i % 3}`, i % 4 ? 'no' : 'yes'].join(),
  );
  const source = {
    kind: 'bytes',
    name: 'rows.csv',
    bytes: new TextEncoder().encode(`a,code,y\n${lines.join('\n')}\n`),
  } as const;
  const { callouts } = await engine.handlers.profile({ source, read: {}, design: DESIGN }, quietContext);
  const run = await fitted({ ...requestOf(Object.values(FAULTS)[0], true), source });
  for (const all of [callouts, run.callouts ?? []])
    assert.deepEqual(
      all.filter(({ columns }) => columns.includes('code')).map(({ kind }) => kind),
      ['leak'],
    );
});
