import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summariseRun } from '../../src/doors/runs/summary';
import { baseName, DATA_FILES, dataGlob, isDataFile, stem, TABLE_FILES } from '../../src/engine/words/fileName';
import { short } from '../../src/engine/words/numbers';
import { fileSize } from '../../src/engine/words/quantities';
import { counted } from '../../src/engine/words/sentence';
import { ACTION_TITLE, actionsFor } from '../../src/extension/failureActions';
import { methodCommand } from '../../src/extension/ids';
import { methodTitle } from '../../src/extension/manifest/commands';
import { panelTitle, runDescription, runDetails, runLabel, timeAgo } from '../../src/extension/runs/label';
import { remembered, VIEW_STATE } from '../../src/webview/protocol.schema';
import { sampleRun } from './sampleRun';

test('file names', () => {
  for (const name of [
    'a.csv',
    'A.CSV',
    'a.tsv.gz',
    'a b.tsv',
    'a.tab',
    'a.psv',
    'a.data',
    'a.dat',
    'a.jsonl',
    'a.ndjson.gz',
    'a.csv.zst',
  ])
    assert.ok(TABLE_FILES.test(name) && DATA_FILES.test(name), name);
  for (const name of ['csv', 'a.csvx', 'a.gz', 'a.csv.zip', 'a.md']) assert.ok(!DATA_FILES.test(name), name);
  for (const name of ['a.txt', 'a.txt.gz']) assert.ok(isDataFile(name) && !TABLE_FILES.test(name), name);
  assert.ok(isDataFile('b.ASC', ['.asc']) && !isDataFile('b.asc'));
  assert.match(dataGlob(['.asc', '.a{b', '.x,y']), /^\*\*\/\*\.\{csv,csv\.gz,csv\.zst,.*,asc\}$/);
  assert.equal(baseName('/x/y.csv'), 'y.csv');
  assert.equal(baseName('C:\\x\\y.csv'), 'y.csv');
  assert.equal(stem('/x/y.tar.csv.gz'), 'y.tar');
  assert.equal(stem('rows.jsonl.zst'), 'rows');
  assert.equal(stem('airfoil.csv'), 'airfoil');
  assert.equal(stem('.csv'), '.csv');
});

test('numbers', () => {
  assert.equal(short(0.000123456), '0.0001235');
  assert.equal(short(-140.04), '−140');
  assert.equal(short(1.5e-9), '1.5e−9');
  assert.equal(short(Number.NaN), '–');
  assert.equal(counted(1, 'row'), '1 row');
  assert.equal(counted(2000, 'row'), '2,000 rows');
  assert.equal(fileSize(999), '999 B');
  assert.equal(fileSize(52_428_800), '52.4 MB');
});

test('times', () => {
  const now = Date.parse('2025-03-10T12:00:00Z');
  const ago = (minutes: number) => timeAgo(now - minutes * 60_000, now);
  assert.deepEqual([0, 2, 59, 60, 60 * 23, 60 * 25, 60 * 24 * 5, 60 * 24 * 40].map(ago), [
    'just now',
    '2 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    'yesterday',
    '5 days ago',
    '2025-01-29',
  ]);
});

test('a run in the tree', () => {
  const run = summariseRun(sampleRun('a', '2025-03-10T11:58:00Z', 0.8612));
  const now = Date.parse('2025-03-10T12:00:00Z');
  assert.equal(runLabel(run), 'airfoil.csv — c6');
  assert.equal(runDescription({ ...run, rmse: 1.8712 }, now), 'RMSE 1.87 · 1,202 rows · 2 min ago');
  assert.equal(runDescription({ ...run, r2: undefined }, now), 'nothing held out · 1,202 rows · 2 min ago');
  assert.equal(
    runDescription({ ...run, r2: undefined, accuracy: 0.975 }, now),
    '3\u202f% wrong · 1,202 rows · 2 min ago',
  );
  const chosen = { ...run, rmse: 1.8712, where: 'c1 > 500', leftOut: 19 };
  assert.equal(runDescription(chosen, now), 'RMSE 1.87 · 1,202 rows, where c1 > 500, without 19 rows · 2 min ago');
  assert.equal(runDetails(run).lines[1], 'Lambda: 0.0001235 (lowest leave-one-out error)');
  assert.equal(panelTitle('airfoil.csv', 'Kernel ridge regression'), 'airfoil.csv · kernel ridge');
  assert.equal(panelTitle('airfoil.csv', 'Huber kernel regression'), 'airfoil.csv · Huber kernel');
});

test('commands of methods', () => {
  assert.equal(methodCommand('krr'), 'kernelscope.krr');
  assert.equal(methodCommand('rf-kpca'), 'kernelscope.rfKpca');
  assert.equal(methodCommand('ckrr-hard'), 'kernelscope.ckrrHard');
  assert.equal(methodTitle({ title: 'Kernel ridge regression' }), 'Fit Kernel Ridge Regression…');
  assert.equal(methodTitle({ title: 'Regression with an l1 penalty' }), 'Fit Regression with an l1 Penalty…');
  assert.equal(methodTitle({ title: 'Ridge on random features' }), 'Fit Ridge on Random Features…');
});

test('what a page remembered is not trusted', () => {
  const nothing = { runId: '', tab: 'overview' };
  assert.deepEqual(remembered(VIEW_STATE, undefined), nothing);
  const wrong = {
    runId: 3,
    tab: 'x',
    filter: { kind: 'zones', lambda: -1, k: 0, r: 5 },
    target: 0.5,
    only: 'y',
    threshold: 1,
    more: 1,
  };
  assert.deepEqual(remembered(VIEW_STATE, wrong), nothing);
  for (const filter of [7, { kind: 'flow', t: 1, momentum: 1 }, { kind: 'descent', steps: 2, momentum: 0 }])
    assert.deepEqual(remembered(VIEW_STATE, { filter }), nothing);
  for (const filter of [
    { kind: 'zones', lambda: 0.1, k: 2, r: 30 },
    { kind: 'zones', lambda: 0, k: 7, r: 7 },
    { kind: 'flow', t: 3, momentum: 0.5 },
    { kind: 'descent', steps: 4, stepSize: 0.1, momentum: 0 },
  ]) {
    const whole = { runId: 'a', tab: 'rows', filter, target: 2, only: 'rows' };
    assert.deepEqual(remembered(VIEW_STATE, whole), whole);
  }
  const kept = JSON.parse(
    JSON.stringify({ filter: { kind: 'zones', lambda: 0.1, k: 0, r: Number.POSITIVE_INFINITY } }),
  );
  assert.deepEqual(remembered(VIEW_STATE, kept).filter, {
    kind: 'zones',
    lambda: 0.1,
    k: 0,
    r: Number.POSITIVE_INFINITY,
  });
});

test('failures come with what helps', () => {
  assert.deepEqual(actionsFor({ code: 'run/cancelled', message: '' }), []);
  assert.equal(actionsFor({ code: 'data/target-text', message: '' })[0], 'chooseTarget');
  assert.deepEqual(actionsFor({ code: 'engine/crashed', message: '' }), ['tryAgain', 'showLog']);
  assert.deepEqual(actionsFor({ code: 'memory/too-large', message: '', data: { proposedRows: 5000 } }), [
    'compareWays',
    'useRows',
  ]);
  assert.deepEqual(actionsFor({ code: 'memory/too-large', message: '' }), ['compareWays']);
  assert.deepEqual(actionsFor({ code: 'file/expands', message: '' }), ['readAnyway']);
  assert.equal(ACTION_TITLE.showLog, 'Show Log');
});

test('principal components are named without a target', () => {
  const now = Date.parse('2025-03-10T12:00:00Z');
  const named = {
    ...summariseRun(sampleRun('a', '2025-03-10T11:58:00Z')),
    target: '',
    components: 10,
    r2: undefined,
    method: { id: 'ny-kpca', title: 'Kernel principal components on landmarks' },
  };
  assert.equal(runLabel(named), 'airfoil.csv — components');
  assert.equal(runDescription(named, now), '1,202 rows · 2 min ago');
  assert.equal(runDetails(named).head, 'Kernel principal components on landmarks');
});

test('how scores are looked at comes back, and what is misshapen does not', () => {
  const components = { pair: [3, 0], colour: -1, selection: { x: [-1, 0.5], y: [0, 2] }, at: 5 };
  const state = { runId: 'r', tab: 'scores', components };
  assert.deepEqual(remembered(VIEW_STATE, state), state);
  const wrong = { pair: [1], colour: 'a', selection: { x: [2, 1], y: [0, 1] }, at: -3 };
  assert.equal(remembered(VIEW_STATE, { ...state, components: wrong }).components, undefined);
});
