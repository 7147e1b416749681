import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileAddress, shareSettings } from '../../src/doors/runs/history';
import { RunStore } from '../../src/doors/runs/store';
import { isDamaged } from '../../src/doors/runs/summary';
import { testFolder } from '../testFolder';
import { Wire } from './wire';

const base = realpathSync(testFolder());
const work = join(base, 'work');
const history = join(base, 'runs');
mkdirSync(work);
const store = new RunStore(history);
const FIT = { file: 'a b.csv', target: 'y' };
let wire: Wire;
before(async () => {
  const rows = Array.from({ length: 80 }, (_, i) => [Math.sin(i), i % 7, Math.sin(2 * Math.sin(i))].join(','));
  writeFileSync(join(work, 'a b.csv'), `${['x,n,y', ...rows].join('\n')}\n`);
  wire = new Wire([work], { history });
  await wire.open();
});
after(() => wire.close());

async function fitted(input: object = FIT) {
  const { content, structuredContent } = await wire.tool('fit', input);
  assert.ok(structuredContent, content[0].text);
  return structuredContent;
}

test('a fit is stored as the editor stores its own, and explained, predicted with and exported by its id', async () => {
  assert.match(await wire.refusal('explain', {}), /no stored run yet: fit a file first/);
  const { model } = await fitted();
  const [entry, ...others] = await store.list();
  assert.ok(!isDamaged(entry) && others.length === 0);
  assert.deepEqual([entry.id, entry.origin], [model, fileAddress(join(work, 'a b.csv'))]);
  assert.match(await wire.text('fit', FIT), /Stored in the history of this workspace as [\da-f-]{36}: predict/);
  for (const input of [{ model }, {}]) assert.match(await wire.text('explain', input), /Shuffled, "x" raises/);
  assert.match(await wire.text('predict', { model, file: 'a b.csv', rows: 1 }), /80 rows of "a b\.csv" predicted/);
  assert.match(await wire.text('export', { model, format: 'script' }), /The fit of y again/);
});

test('a person is asked before a run is stored, and before nothing else', async () => {
  const { result } = await wire.request('tools/list');
  const tools = (result as { tools: readonly { name: string; annotations: { readOnlyHint: boolean } }[] }).tools;
  const asked = tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
  assert.deepEqual(asked, ['fit']);
});

test('ids are no paths, and what is no run is a sentence', async () => {
  assert.match(await wire.refusal('explain', { model: '../../etc/passwd' }), /not the id of a run/);
  assert.match(await wire.refusal('predict', { model: 'none', file: 'a b.csv' }), /no longer in the history/);
  writeFileSync(join(history, 'bad.ksrun'), 'no run');
  assert.match(await wire.refusal('explain', { model: 'bad' }), /not a Kernelscope file/);
});

test("fits follow the person's own defaults and how the person reads the file, unless the call says otherwise", async () => {
  const [address, defaults] = [fileAddress(join(work, 'a b.csv')), { folds: 3, holdout: 0.25, missing: 'drop' }];
  await shareSettings(history, { defaults, readings: { [address]: { kinds: { n: 'category' } } } });
  const { model } = await fitted({ ...FIT, parameters: { kernel: 'gaussian' } });
  const { request } = await store.load(String(model));
  assert.equal(request.parameters.folds, 3);
  assert.deepEqual([request.design.missing, request.design.holdout], ['drop', { kind: 'fraction', fraction: 0.25 }]);
  assert.deepEqual(request.read, { kinds: { n: 'category' } });
  const own = await fitted({ ...FIT, parameters: { kernel: 'gaussian', folds: 0 }, read: { kinds: { n: 'number' } } });
  const said = (await store.load(String(own.model))).request;
  assert.deepEqual([said.parameters.folds, said.read], [0, { kinds: { n: 'number' } }]);
  writeFileSync(join(history, 'settings.json'), '{"defaults":{"folds":[1]},"readings":5}');
  assert.equal((await fitted()).heldOutRows, 16);
});

test('a run that was cancelled is not stored', async () => {
  const before = readdirSync(history).length;
  const cancelled = new Wire([work], {
    history,
    looks: (method) => method === 'fit' && cancelled.notify('notifications/cancelled', { requestId: 100 }),
  });
  await cancelled.open();
  cancelled.begin(100, 'fit', FIT);
  await cancelled.tool('methods', {});
  assert.equal(readdirSync(history).length, before);
  await cancelled.close();
});

test('addresses are those of VS Code', () => {
  for (const [path, address] of [
    ['/home/me/a b (1).csv', 'file:///home/me/a%20b%20%281%29.csv'],
    ['/ä/x#y?.csv', 'file:///%C3%A4/x%23y%3F.csv'],
    ['C:\\data\\x.csv', 'file:///c%3A/data/x.csv'],
    ['\\\\host\\share\\x.csv', 'file://host/share/x.csv'],
  ])
    assert.equal(fileAddress(path), address);
});
