import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();

const run = (...argv: string[]) => runIn(folder, argv);

test('without an id it lists what there is', async () => {
  const { code, out } = await run('reproduce');
  assert.equal(code, 0);
  assert.match(out, /tkrr-fig1 +TKRR, figure 1.* \(2 s\)\n +How many separate minima /);
  assert.match(out, /ckrr-fig4 .* h, needs --file\)\n/);
  assert.match(out, /ckrr-table1 .* min, needs --file\)\n/);
  assert.match(out, /sign-table4 .* min, needs --file\)\n/);
});

test('a figure is reported in words and numbers, drawn and written', async () => {
  const to = join(folder, 'figures');
  const json = join(folder, 'found.json');
  const { code, out } = await run('reproduce', 'tkrr-fig2', '--out', to, '--json', json, '--seed', '3');
  assert.equal(code, 0);
  assert.match(out, /Claim: .*\n\nCheck: +Whether the error over r .*\n/);
  assert.match(out, /Agrees with the authors’ program: 6 of 6 numbers; 1 of 1 claims\./);
  assert.match(out, /claim, as tested +holds\n +at σ\/√n = 0\.12 the error .* +yes\n/);
  assert.match(out, /MSE at r = 20, σ\/√n = 0\.12 +0\.7617\d+ ± \S.* +0\.7617\d+ +yes\n/);
  assert.match(out, /kernel +Gaussian.* +the paper\n/);
  const names = readdirSync(to);
  assert.equal(names.filter((name) => name.endsWith('.svg')).length, 7);
  assert.equal(names.filter((name) => name.endsWith('.csv')).length, 8);
  const numbers = readFileSync(join(to, 'tkrr-fig2-numbers.csv'), 'utf8').split('\r\n');
  assert.equal(numbers[0], 'name,published,published error,by,ours,our error,agrees');
  assert.match(numbers.find((row) => row.includes('MSE at r = 20')) ?? '', /^"?MSE at r = 20.*,0\.7617\d+,.*,yes$/);
  const table = readFileSync(join(to, 'tkrr-fig2-numbers.md'), 'utf8').split('\n');
  assert.equal(table[1], '| --- | ---: | ---: | --- |');
  assert.match(table[2], /^\| .* \| 0\.\d+.* \| yes \|$/);
  assert.match(readFileSync(join(to, 'tkrr-fig2-contour.svg'), 'utf8'), /^<svg/);
  const found = JSON.parse(readFileSync(json, 'utf8'));
  assert.equal(found.request.seed, 3);
  assert.equal(found.figures.length, 7);
  assert.deepEqual(
    found.claims.map(({ holds }: { holds: string }) => holds),
    ['yes'],
  );
});

test('what cannot be done is said in one line', async () => {
  assert.match((await run('reproduce', 'fig9')).err, /no reproduction "fig9".*tkrr-fig1/);
  assert.match((await run('reproduce', 'ckrr-fig4', '--quick')).err, /needs a file: MNIST/);
  const seed = await run('reproduce', 'tkrr-fig1', '--seed', '-1');
  assert.equal(seed.code, 2);
  assert.match(
    (await run('reproduce', 'tkrr-fig1', '--folds', '2')).err,
    /does not take --folds; it is for ckrr-table1\./,
  );
  for (const folds of ['0', '11', '1.5', 'all'])
    assert.match(
      (await run('reproduce', 'ckrr-table1', '--folds', folds)).err,
      /--folds is a whole number from 1 to 10/,
    );
  assert.match(
    (await run('reproduce', 'tkrr-fig1', '--draws', '2')).err,
    /does not take --draws; it is for sign-table4/,
  );
  assert.match((await run('reproduce', 'sign-table4', '--draws', '51')).err, /--draws is a whole number from 1 to 50/);
  assert.match((await run('reproduce', 'sign-table4')).err, /needs a folder: .*airfoil.*--file/);
  const option = (text: string) => run('reproduce', 'sign-table4', '--option', text);
  assert.match((await option('careful')).err, /--option takes NAME=VALUE/);
  assert.match((await option('rows=5')).err, /no option rows\. It has protocol, data\./);
  assert.match((await option('protocol=mine')).err, /protocol of sign-table4 is one of authors, careful, not mine/);
  assert.match((await run('reproduce', 'tkrr-fig1', '--option', 'data=all')).err, /tkrr-fig1 has no options/);
  const missing = await run('reproduce', 'sign-table5', '--file', folder, '--option', 'data=steel');
  assert.match(missing.err, /has no steel\/steel\.csv/);
  assert.equal(missing.code, 1);
  assert.equal((await run('reproduce', 'tkrr-fig1', 'tkrr-fig2')).code, 2);
  assert.equal((await run('reproduce', 'tkrr-fig1', '--target', 'y')).code, 2);
});

test('finished measurements are kept, and a second run takes them', async () => {
  const kept = join(folder, 'kept');
  const json = (name: string) => join(folder, `${name}.json`);
  const found = async (name: string) => {
    assert.equal((await run('reproduce', 'tkrr-fig4', '--quick', '--resume', kept, '--json', json(name))).code, 0);
    return JSON.parse(readFileSync(json(name), 'utf8'));
  };
  const first = await found('first');
  const [inner] = readdirSync(kept);
  assert.match(inner, /^tkrr-fig4-[0-9a-f]{12}$/);
  const settings = JSON.parse(readFileSync(join(kept, inner, 'settings.json'), 'utf8'));
  assert.deepEqual([settings.id, settings.seed, settings.quick], ['tkrr-fig4', 0, true]);
  const second = await found('second');
  assert.deepEqual(second.numbers, first.numbers);
  assert.ok(second.processorSeconds >= 0.5 * first.processorSeconds, 'seconds of the first run are counted');
});
