import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptionsOfLine } from '../../src/cli/arguments';
import { parseCommandLine } from '../../src/cli/parse';
import { requestOfOptions } from '../../src/cli/request';
import { UsageError } from '../../src/cli/usage';
import { joinNames, splitNames } from '../../src/engine/words/splitNames';
import { typed } from './commandLines';

const request = (...argv: string[]) => {
  const line = parseCommandLine(['fit', 'a.csv', ...argv]);
  return requestOfOptions(line.operands[0], line.options);
};

test('every flag of fit arrives in the request', () => {
  const r = request(
    ...typed`--target 6 --features a,"b,c" --method krr --set lambda=1e-4 --set standardise=false
        --set maxRows=100 --seed 7 --holdout 0.3 --delimiter tab --header no --quote none
        --thousands blank --kind x=category`,
  );
  assert.deepEqual(r.design, {
    target: '6',
    features: ['a', 'b,c'],
    missing: 'impute',
    standardise: false,
    seed: 7,
    holdout: { kind: 'fraction', fraction: 0.3 },
    maxRows: 100,
  });
  assert.deepEqual(r.parameters, { lambda: '1e-4', seed: 7 });
  assert.deepEqual(r.read, { delimiter: '\t', header: false, thousands: ' ', quote: '', kinds: { x: 'category' } });
});

test('a filter and rows to leave out arrive in the request, rows as they are least', () => {
  const { design } = request('--target', '6', '--where', 'age > 30', '--without', '52, 40-51, 12');
  assert.deepEqual([design.where, design.without], ['age > 30', '12,40-52']);
  assert.throws(() => request('--target', '6', '--without', 'some'), /Rows to leave out are numbers and ranges/);
});

test('several targets, the task and weights arrive in the request', () => {
  const { design } = request('--target', '6', '--target', 'lift', '--task', 'Regress', '--weights', 'w');
  assert.deepEqual([design.target, design.moreTargets, design.task, design.weights], ['6', ['lift'], 'regress', 'w']);
  const plain = request('--target', 'y').design;
  assert.ok(!('moreTargets' in plain) && !('task' in plain) && !('weights' in plain));
  assert.deepEqual(request('--target', '-1', '--target', '-').design.moreTargets, ['-']);
  assert.throws(
    () => request('--target', 'y', '--task', 'guess'),
    /--task is one of auto, regress, classify, not 'guess'/,
  );
});

test('a holdout that is not a share is a file', () => {
  assert.equal(request('--target', 'y', '--holdout', 'test.csv').design.holdout.kind, 'file');
  assert.deepEqual(request('--target', 'y').design.holdout, { kind: 'fraction', fraction: 0.2, byDefault: true });
  assert.throws(() => request('--target', 'y', '--holdout', '1.5'), UsageError);
  assert.throws(() => request('--target', 'y', '--holdout', '-0.1'), UsageError);
});

test('a wrong command line is a usage error with one line', () => {
  for (const argv of [
    [],
    ['fti', 'a.csv'],
    ['fit', 'a.csv', '--tarket', 'y'],
    ['fit', 'a.csv', '--target'],
    ['predict', 'm', 'a.csv', '--save', '-'],
    ['methods', '--seed', '1'],
    ['predict', 'm', 'a.csv', '--target', 'y'],
    ['inspect', 'a.csv', '--weights', 'w'],
  ]) {
    assert.throws(
      () => parseCommandLine(argv),
      (e: unknown) => e instanceof UsageError && !e.message.includes('\n'),
      argv.join(' '),
    );
  }
  assert.throws(() => request(), /--target COL is missing/);
  assert.throws(() => request('--target', 'y', '--set', 'lambda'), /NAME=VALUE/);
  assert.throws(() => request('--target', 'y', '--seed', '1.5'), /whole number/);
  assert.throws(
    () => readOptionsOfLine(parseCommandLine(['inspect', 'a', '--encoding', 'ebcdic']).options),
    /--encoding is one of/,
  );
});

test('"-" is standard output, and so is --json without a value', () => {
  for (const argv of [
    ['fit', 'a', '--target', 'y', '--json', '-'],
    ['fit', 'a', '--json', '--target', 'y'],
    ['fit', 'a', '--json'],
    ['methods', '--json'],
  ])
    assert.equal(parseCommandLine(argv).options.json, '-');
  assert.equal(parseCommandLine(['methods', '--json=list.json']).options.json, 'list.json');
});

test('options have short forms, values may be attached, and what follows -- is an operand', () => {
  const { operands, options } = parseCommandLine([
    'fit',
    '-ty',
    '-m',
    'tkrr',
    '-qs',
    'k=2',
    '-t',
    '-1',
    '--',
    '--a.csv',
  ]);
  assert.deepEqual(operands, ['--a.csv']);
  assert.deepEqual(options, { target: ['y', '-1'], method: 'tkrr', quiet: true, set: ['k=2'] });
});

test('a value that is left out, or given to a switch, is told by the name of its option', () => {
  for (const [argv, says] of [
    [['fit', 'a', '--target'], /--target needs a value: --target COL\./],
    [['fit', 'a', '-t'], /-t needs a value: --target COL\./],
    [['fit', 'a', '--save', '--json', 'x'], /--save needs a value: --save MODEL\. .* written after =\./],
    [['fit', 'a', '--importance=yes'], /--importance takes no value, not 'yes'\./],
    [['predict', 'm'], /predict needs FILE: kernelscope predict MODEL FILE… \[options\]\./],
    [['export', 'm', 'b'], /export does not take 'b': kernelscope export MODEL/],
  ] as const)
    assert.throws(() => parseCommandLine(argv), { name: 'Error', message: says });
});

test('lists split on commas outside quotes, and are joined so that they split again', () => {
  assert.deepEqual(splitNames('a, b ,"c,d","e ""f"""'), ['a', 'b', 'c,d', 'e "f"']);
  assert.deepEqual(splitNames('?,'), ['?']);
  const odd = ['a', 'b,c', ' edge ', '"', '', 'x y'];
  assert.deepEqual(splitNames(joinNames(odd)), odd);
});
