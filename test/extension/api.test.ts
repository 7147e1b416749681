import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { CancellationToken } from 'vscode';
import { RunStore } from '../../src/doors/runs/store';
import type { CallOptions } from '../../src/engine/contract/channel';
import { cancelledError, type RunContext } from '../../src/engine/contract/context';
import type { EngineApi, EngineMethod } from '../../src/engine/contract/rpc';
import { Engine } from '../../src/engine/engine';
import { apiOf } from '../../src/extension/api/api';
import type { KernelscopeFailure } from '../../src/extension/api/kernelscope';
import { RememberedChoices } from '../../src/extension/remembered';
import { RunMarks } from '../../src/extension/runs/marks';
import type { Services } from '../../src/extension/services';
import { RunningTasks } from '../../src/extension/tasks';
import { machine } from '../engine/testCore';
import { files, reset, Uri, workspace } from './fakeVscode';
import { memory } from './memory';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'kernelscope-api-')));
after(() => rmSync(base, { recursive: true }));
const folder = join(base, 'work');
const elsewhere = join(base, 'elsewhere');
for (const path of [folder, elsewhere, join(folder, 'data')]) mkdirSync(path);

/** A text in every cell of words that must not reach a language model. */
const SECRET = 'Zaphod';

const rows = (n: number, columns = 2): string => {
  const names = ['group', ...Array.from({ length: columns }, (_, j) => `x${j + 1}`), 'y'];
  const lines = Array.from({ length: n }, (_, i) => {
    const x = Array.from({ length: columns }, (__, j) => Math.sin((i + 1) * (j + 1.7)));
    const y = Math.sin(2 * x[0]) + 0.1 * Math.cos(37 * i);
    return [`${SECRET}${i % 2}`, ...x, y].join(',');
  });
  return `${[names.join(','), ...lines].join('\n')}\n`;
};

/** Written to the disk, and known to the editor. */
function write(path: string, content: string): string {
  writeFileSync(path, content);
  files.set(Uri.file(path).toString(), new TextEncoder().encode(content));
  return path;
}

let services: Services;
const engine = new Engine(machine(4e9));

beforeEach(() => {
  reset();
  workspace.workspaceFolders = [{ name: 'work', uri: Uri.file(folder) }];
  const { keep } = memory();
  const none = { openRuns: () => new Set<string>() };
  const log = { error() {}, info() {}, warn() {}, debug() {} };
  services = {
    log,
    engine: { call },
    tasks: new RunningTasks(),
    store: new RunStore(join(base, 'runs')),
    marks: new RunMarks(keep),
    tree: { refresh() {} },
    remembered: new RememberedChoices(keep),
    paces: { get: () => ({}), learn: async () => {} },
    panels: none,
    comparisons: none,
    methods: [],
  } as unknown as Services;
});
afterEach(() => {
  workspace.workspaceFolders = undefined;
});

function call<M extends EngineMethod>(
  method: M,
  params: EngineApi[M]['params'],
  { signal }: CallOptions = {},
): Promise<EngineApi[M]['result']> {
  const check = () => {
    if (signal?.aborted) throw cancelledError();
  };
  const context: RunContext = {
    get cancelled() {
      return signal?.aborted ?? false;
    },
    check,
    progress: check,
  };
  return engine.handlers[method](params, context);
}

const calm: CancellationToken = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const stopped: CancellationToken = { ...calm, isCancellationRequested: true };

test('other extensions fit, compare, predict, list and explain through a versioned API', async () => {
  const api = apiOf(services, 1);
  const file = Uri.file(write(join(elsewhere, 'api.csv'), rows(140))) as unknown as import('vscode').Uri;
  assert.throws(() => apiOf(services, 2), /no version 2/);
  const { columns, proposedTarget } = await api.inspect(file);
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['group', 'x1', 'x2', 'y'],
  );
  assert.equal(proposedTarget, 'y');
  const run = await api.fit(file, { target: 'y', parameters: { kernel: 'gaussian' }, design: { holdout: 0.3 } });
  assert.equal(run.kernel, 'Gaussian');
  assert.ok((run.r2 ?? 0) > 0.8);
  assert.match(run.verdict, /Typical miss/);
  assert.equal((await api.runs())[0].id, run.id);
  const { candidates } = await api.compare(file, { target: 'y' });
  const chosen = candidates.find((candidate) => candidate.chosen);
  assert.ok(chosen?.error && chosen.parameters);
  const { rows: numbers, outputs } = await api.predict(run.id, file);
  assert.equal(numbers.length, 140);
  assert.equal(outputs[0].predicted.length, 140);
  assert.ok(outputs[0].lower[3] < outputs[0].upper[3]);
  const why = await api.explain(run.id);
  assert.equal(why.columns[0].column, 'x1');
  await assert.rejects(api.fit(file, { target: 'z' }), (error: KernelscopeFailure) => {
    assert.equal(error.code, 'data/unknown-column');
    return true;
  });
  await assert.rejects(api.fit(file, { traget: 'y' } as object), /Did you mean target\?/);
  const before = (await services.store.list()).length;
  await assert.rejects(api.fit(file, { target: 'y' }, stopped), (error: KernelscopeFailure) => {
    assert.equal(error.code, 'run/cancelled');
    return true;
  });
  assert.equal((await services.store.list()).length, before);
  assert.deepEqual(services.tasks.titles, []);
});
