import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FitChoices } from '../../src/choices/fitChoices';
import type { Inspection } from '../../src/engine/contract/data';
import { nameProblem, withChange } from '../../src/extension/inspect/choices';
import type { DataChange } from '../../src/webview/protocol.schema';
import { madeColumn } from './madeColumn';

const file = (header: boolean): Inspection =>
  ({
    columns: ['id', 'a', 'b', 'w', 'y'].map((name, i) =>
      madeColumn(i, name, i === 0 ? { usable: false, identifier: true, reason: 'looks like an ID' } : {}),
    ),
    dialect: { header },
    defaultTarget: 4,
  }) as unknown as Inspection;

const named = file(true);
const after = (changes: readonly DataChange[], before: FitChoices = {}, inspection = named) =>
  changes.reduce((choices, change) => withChange(choices, inspection, change), before);

test('a column is left out and used again: what is as usual is not kept', () => {
  const without = after([{ kind: 'role', columns: [1], role: 'out' }]);
  assert.deepEqual(without, { features: ['b', 'w'], design: {} });
  assert.deepEqual(after([{ kind: 'role', columns: [1], role: 'feature' }], without), { design: {} });
  assert.deepEqual(after([{ kind: 'role', columns: [0], role: 'feature' }]).features, ['a', 'b', 'w', 'id']);
  assert.deepEqual(after([{ kind: 'role', columns: [1, 2], role: 'out' }]).features, ['w']);
});

test('rows and conditions are left out beside those that were before', () => {
  const rows = after([
    { kind: 'leaveOut', rows: '41' },
    { kind: 'leaveOut', rows: '3' },
  ]);
  assert.deepEqual(rows.design, { without: '41,3' });
  const wheres = after(
    [
      { kind: 'where', where: 'a > 1' },
      { kind: 'where', where: 'b < 2' },
    ],
    rows,
  );
  assert.deepEqual(wheres.design, { without: '41,3', where: '(a > 1) and b < 2' });
});

test('weights, groups, folds and order exclude one another, and the target is none of them', () => {
  const weighted = after([{ kind: 'role', columns: [3], role: 'weights' }]);
  assert.deepEqual(weighted.design, { weights: 'w' });
  const grouped = after([{ kind: 'role', columns: [3], role: 'group' }], weighted);
  assert.deepEqual(grouped.design, { splitBy: { kind: 'group', column: 'w' } });
  const ordered = after([{ kind: 'role', columns: [2], role: 'order' }], grouped);
  assert.deepEqual(ordered.design, { splitBy: { kind: 'blocks', by: 'b' } });
  const plain = after([{ kind: 'role', columns: [2], role: 'feature' }], ordered);
  assert.deepEqual(plain, { design: {} });
  assert.deepEqual(after([{ kind: 'role', columns: [4], role: 'out' }]), {}, 'the proposed target stays');
  const positions = after([{ kind: 'role', columns: [3], role: 'out' }], { design: { weights: '4' } });
  assert.deepEqual(positions, { features: ['a', 'b'], design: {} }, 'weights named by their position');
});

test('another target takes the task and the further targets of the one before, and leaves the columns', () => {
  const before: FitChoices = {
    target: 'y',
    moreTargets: ['b'],
    features: ['a', 'w'],
    design: { task: 'classify', missing: 'drop', weights: 'a' },
  };
  const next = after([{ kind: 'target', column: 1 }], before);
  assert.deepEqual(next, { target: 'a', features: ['w'], design: { missing: 'drop' } });
  assert.equal(after([{ kind: 'target', column: 99 }], before), before);
});

test('kinds, signs, gaps and task are kept as the settings keep them, and taken back', () => {
  const kind = after([{ kind: 'kind', column: 1, as: 'category' }]);
  assert.deepEqual(kind, { read: { kinds: { a: 'category' } } });
  assert.deepEqual(after([{ kind: 'kind', column: 1 }], kind), {});
  const signs = after([{ kind: 'signs', signs: '  NA   -200 ' }], kind);
  assert.deepEqual(signs.read, { kinds: { a: 'category' }, missing: ['', 'NA', '-200'] });
  assert.deepEqual(after([{ kind: 'signs', signs: ' ' }], signs), kind);
  assert.deepEqual(after([{ kind: 'gaps', gaps: 'drop' }]).design, { missing: 'drop' });
  assert.deepEqual(after([{ kind: 'task', task: 'classify' }]).design, { task: 'classify' });
  assert.deepEqual(after([{ kind: 'alone' }], kind), kind);
});

test('a column without a name gets one, and what was chosen for it goes with it', () => {
  const nameless = file(false);
  const before: FitChoices = {
    target: 'y',
    features: ['a', 'b'],
    design: { weights: 'w', splitBy: { kind: 'blocks', by: 'a' } },
    read: { kinds: { a: 'number' }, delimiter: ';' },
    components: { features: ['a'] },
  };
  assert.deepEqual(after([{ kind: 'name', column: 1, name: ' width ' }], before, nameless), {
    target: 'y',
    features: ['width', 'b'],
    design: { weights: 'w', splitBy: { kind: 'blocks', by: 'width' } },
    read: { kinds: { width: 'number' }, delimiter: ';', names: ['id', 'width', 'b', 'w', 'y'] },
    components: { features: ['width'] },
  });
  for (const name of ['', '  ', 'b'])
    assert.equal(after([{ kind: 'name', column: 1, name }], before, nameless), before, name);
  assert.equal(after([{ kind: 'name', column: 1, name: 'width' }], before), before, 'the first row names it');
  assert.match(nameProblem(nameless, 1, 'b') ?? '', /Another column/);
  assert.equal(nameProblem(nameless, 1, 'a'), undefined);
});

test('names that every object has are names like others', () => {
  const odd = {
    ...named,
    columns: [madeColumn(0, '__proto__'), madeColumn(1, 'constructor'), madeColumn(2, 'y')],
  } as Inspection;
  const { read } = after([{ kind: 'kind', column: 0, as: 'text' }], {}, odd);
  assert.deepEqual(Object.entries(read?.kinds ?? {}), [['__proto__', 'text']]);
});
