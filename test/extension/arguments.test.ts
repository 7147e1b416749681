import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenMembers } from '../../src/choices/members';
import { fitArguments } from '../../src/choices/readArguments';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { OUT } from '../../src/extension/arguments/address';
import { spreadArguments } from '../../src/extension/arguments/spread';
import { chooseFile, uriArgument } from '../../src/extension/chooseFile';
import { Uri } from './fakeVscode';

const refused =
  (...words: readonly string[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof KernelscopeError, String(error));
    assert.match(error.failure.code, /^parameter\/(invalid|unknown)$/);
    for (const word of words) assert.ok(error.message.includes(word), `${error.message} says ${word}`);
    return true;
  };

/** Invalid values of every member. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  target: [{}, null, -1, 1.5, ['y']],
  features: ['a,b', [['a']], [0]],
  moreTargets: ['z', [null], [['a']]],
  weights: [['w'], true],
  task: ['guess', 1],
  method: [5, {}],
  parameters: [[1], 'lambda=1', { lambda: {} }, { lambda: null }, { lambda: Number.NaN }],
  design: [3, [], 'holdout'],
  read: ['x', []],
};

for (const [name, values] of Object.entries(WRONG))
  test(`an argument ${name} of the wrong type is named`, () => {
    for (const value of values) assert.throws(() => fitArguments({ target: 'y', [name]: value }), refused(name));
  });

const WRONG_DESIGN: Readonly<Record<string, readonly unknown[]>> = {
  holdout: [0.95, -1, 'half', { kind: 'fraction' }, { kind: 'file', source: 'x.csv' }, { kind: 'last', fraction: 2 }],
  missing: ['fill'],
  standardise: ['yes', 1],
  task: ['guess'],
  weights: [[]],
  maxLevels: [1, 2.5, '30'],
  maxRows: [9, '100'],
  where: [5],
  without: [[1, 2]],
  groups: [true],
  foldColumn: [{}],
  order: [0],
  splitBy: ['group', { kind: 'group' }, { kind: 'all', column: 'a' }],
  seed: [-1, 1.5, 2 ** 32],
};
const WRONG_READ: Readonly<Record<string, readonly unknown[]>> = {
  delimiter: ['', 'tab', 9],
  header: ['yes'],
  names: ['a,b'],
  encoding: ['latin1'],
  decimal: [';'],
  thousands: ['_'],
  quote: ['`'],
  missing: ['NA'],
  kinds: ['number', { a: 'integer' }],
  acceptExpansion: [1],
};

for (const [member, wrong] of Object.entries({ design: WRONG_DESIGN, read: WRONG_READ }))
  for (const [name, values] of Object.entries(wrong))
    test(`${member}.${name} of the wrong type is named, and never reaches the engine`, () => {
      for (const value of values)
        assert.throws(() => fitArguments({ target: 'y', [member]: { [name]: value } }), refused(`${member}.${name}`));
    });

test('a misspelt member is told which one is meant', () => {
  assert.throws(() => fitArguments({ target: 'y', feature: ['a'] }), refused('no argument feature', 'features'));
  assert.throws(
    () => fitArguments({ target: 'y', design: { holdOut: 0.2 } }),
    refused('no argument design.holdOut', 'Did you mean holdout?'),
  );
  assert.throws(() => fitArguments({ target: 'y', design: { constructor: 1 } }), refused('design.constructor'));
});

test('a design may be said in the short words of the settings', () => {
  const design = { holdout: 0.3, groups: 'person', maxRows: 500 };
  assert.deepEqual(fitArguments({ target: 'y', design })?.design, {
    holdout: { kind: 'fraction', fraction: 0.3 },
    splitBy: { kind: 'group', column: 'person' },
    maxRows: 500,
  });
  assert.deepEqual(fitArguments({ target: 'y', design: { order: 'rows' } })?.design, { splitBy: { kind: 'blocks' } });
  assert.deepEqual(fitArguments({ target: 'y', design: { foldColumn: 3 } })?.design, {
    splitBy: { kind: 'fold', column: '3' },
  });
  assert.throws(() => fitArguments({ target: 'y', design: { groups: 'a', order: 'b' } }), refused('one way alone'));
});

test('a keybinding hands over one value: a list of both arguments, or an object that names the first', () => {
  const fit = { target: 'y', parameters: { lambda: 0.1 } };
  assert.deepEqual(spreadArguments('file', ['a.csv', fit]), ['a.csv', fit]);
  assert.deepEqual(spreadArguments('file', [['a.csv', fit]]), ['a.csv', fit]);
  assert.deepEqual(spreadArguments('file', [{ file: 'a.csv', ...fit }]), ['a.csv', fit]);
  assert.deepEqual(spreadArguments('file', [fit]), [undefined, fit]);
  assert.deepEqual(spreadArguments('run', [{ run: 'id', out: '/x.html' }]), ['id', { out: '/x.html' }]);
});

test('what menus, trees and editors hand over stays as it is', () => {
  const uri = Uri.file('/a.csv');
  assert.deepEqual(spreadArguments('file', [uri, [uri]]), [uri, [uri]]);
  for (const first of [uri, undefined, 'a.csv', { scheme: 'file', path: '/a.csv' }, { groupId: 1 }, { id: 'run' }])
    assert.deepEqual(spreadArguments('run', [first]), [first, undefined]);
  assert.deepEqual(spreadArguments('run', [[uri, uri]])[1], undefined);
});

test('an address in pieces is refused, and a number is no file', async () => {
  assert.equal(uriArgument({ scheme: 5, path: [] }), undefined);
  assert.equal(uriArgument({ scheme: 'file' }), undefined);
  await assert.rejects(chooseFile(5, 'Fit'), refused('file', 'a path'));
});

test('a place to write is an address; what the view passes beside a run is none', () => {
  assert.deepEqual(givenMembers([{ id: 'a' }], OUT), {});
  assert.deepEqual(givenMembers(undefined, OUT), {});
  assert.deepEqual(givenMembers({ out: '/x.csv' }, OUT), { out: '/x.csv' });
  for (const out of [5, '', {}, []]) assert.throws(() => givenMembers({ out }, OUT), refused('out', 'a path'));
});

test('arguments with a target are a whole answer; what menus pass is none', () => {
  assert.equal(fitArguments(undefined), undefined);
  assert.equal(fitArguments([{ path: '/a.csv' }]), undefined);
  assert.equal(fitArguments({ groupId: 1, editorIndex: 0 }), undefined);
  assert.deepEqual(fitArguments({ target: 6, parameters: { lambda: 1 } }), {
    target: '6',
    parameters: { lambda: 1 },
    design: {},
    read: {},
  });
});

test('arguments name several targets, weights and the task', () => {
  const given = {
    target: 'y',
    moreTargets: ['z', 3],
    weights: 2,
    task: 'regress',
    features: [1, 'b'],
    design: { seed: 5 },
  };
  assert.deepEqual(fitArguments(given), {
    target: 'y',
    moreTargets: ['z', '3'],
    features: ['1', 'b'],
    parameters: {},
    design: { seed: 5, weights: '2', task: 'regress' },
    read: {},
  });
});

test('arguments without a target are an answer for methods without one', () => {
  assert.deepEqual(fitArguments({ features: ['a'] }), { features: ['a'], parameters: {}, design: {}, read: {} });
});
