import assert from 'node:assert/strict';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { componentsJson, fitJson, jsonText } from '../../src/cli/json';
import { unpack } from '../../src/engine/contract/pack';
import { type AnyRun, isComponents } from '../../src/engine/contract/run';
import { packModel } from '../../src/engine/model/packModel';
import { foreignRun } from '../../src/extension/runs/foreignRun';
import { testFolder } from '../testFolder';
import { runIn, typed } from './commandLines';

const folder = testFolder();
const at = (...names: string[]) => join(folder, ...names);
const run = (...argv: string[]) => runIn(folder, argv);
const text = (...names: string[]) => readFile(at(...names), 'utf8');
const jsonOf = (found: AnyRun) => jsonText('fit', isComponents(found) ? componentsJson(found) : fitJson(found));

/** A run's file, opened as the editor imports it. */
const opened = async (...names: string[]) => foreignRun(await readFile(at(...names)));

/** Options of tests in which the fit's quality does not matter. */
const FEW = ['--set', 'maxRows=90'];
const QUICK = ['--set', 'kernel=gaussian', '--set', 'lengthScale=0.5'];
const TOP = ['figures', 'model.ksmodel', 'report.html', 'report.md', 'result.json', 'run.ksrun', 'tables'];

test('a fit as a folder: reports, JSON, model, run, figures with their data, tables', async () => {
  const fit = ['fit', 'samples/wave.csv', '--target', 'signal', ...QUICK, '--out', at('wave')];
  const { out, err, code } = await run(...fit);
  assert.equal(code, 0, err);
  assert.match(
    out,
    /wave: report\.html, report\.md, result\.json, model\.ksmodel, run\.ksrun, \d+ files in figures, \d+ files in tables\n$/,
  );
  assert.deepEqual((await readdir(at('wave'))).sort(), TOP);
  // The run is the one that was fitted, and its model the one that was saved.
  const found = await opened('wave', 'run.ksrun');
  assert.equal(jsonOf(found), await text('wave', 'result.json'));
  assert.deepEqual(new Uint8Array(packModel(found.model)), new Uint8Array(await readFile(at('wave', 'model.ksmodel'))));
  const { origin } = unpack(await readFile(at('wave', 'run.ksrun'))) as { readonly origin: string };
  assert.equal(fileURLToPath(origin), resolve('samples/wave.csv'));
  const predict = async (model: string) => (await run('predict', model, 'samples/wave.csv')).out;
  assert.match(await predict(at('wave', 'model.ksmodel')), /^row,predicted,lower,upper,observed\r\n1,/);
  const figures = await readdir(at('wave', 'figures'));
  for (const name of ['spectrum', 'predicted', 'curve']) assert.ok(figures.includes(`${name}.svg`), figures.join());
  for (const name of figures.filter((each) => each.endsWith('.svg'))) {
    const svg = await text('wave', 'figures', name);
    assert.match(svg, /^<svg /);
    assert.match(svg, /wave\.csv · signal · Kernel ridge regression · /, name);
    assert.match(await text('wave', 'figures', name.replace('.svg', '.csv')), /\r\n$/, name);
  }
  const numbers = await text('wave', 'tables', 'numbers.csv');
  assert.match(numbers, /^name,value,note\r\n/);
  assert.match(await text('wave', 'tables', 'columns.csv'), /^Column,Kind,Values,Missing,Used as\r\n/);
  const residuals = (await text('wave', 'tables', 'residuals.csv')).trimEnd().split('\r\n');
  assert.equal(residuals[0], 'Row,Line,Observed,Predicted,Residual');
  for (const line of residuals.slice(1))
    assert.ok(
      line.split(',').every((cell) => Number.isFinite(Number(cell))),
      line,
    );
  assert.match(await text('wave', 'report.md'), /^# How well can signal be predicted\?/);
});

test('several targets have a folder each; classes, quantiles and principal components are written too', async () => {
  const targets = ['--target', 'yield_t_ha', '--target', 'protein_pct', '--weights', 'plots'];
  const several = await run(
    ...typed`fit samples/harvest.csv ${targets} --set kernel=gaussian --set lengthScale=1 ${FEW}
        --out ${at('two')} --json`,
  );
  assert.equal(several.code, 0, several.err);
  assert.equal(several.out, await text('two', 'result.json'));
  assert.deepEqual((await readdir(at('two', 'figures'))).sort(), ['1-yield-t-ha', '2-protein-pct']);
  assert.match(await text('two', 'figures', '2-protein-pct', 'predicted.svg'), /harvest\.csv · protein_pct · /);
  assert.ok((await readdir(at('two', 'tables'))).includes('2-protein-pct'));
  const others: readonly (readonly string[])[] = [
    ['samples/leaves.csv', '--target', 'shrub', '--set', 'kernel=gaussian', '--set', 'folds=3', ...FEW],
    typed`samples/flats.csv --target rent --method quantile --set kernel=gaussian --set tau=0.1,0.9 ${FEW}`,
    ['samples/leaves.csv', '--method', 'ny-kpca', '--set', 'components=3', '--set', 'tradeOff=false', ...FEW],
  ];
  for (const argv of others) {
    const { err, code } = await run('fit', ...argv, '--out', at('other'));
    assert.equal(code, 0, err);
    assert.equal(jsonOf(await opened('other', 'run.ksrun')), await text('other', 'result.json'), argv.join(' '));
    assert.ok((await readdir(at('other', 'figures'))).length > 6);
    await rm(at('other'), { recursive: true });
  }
});

test('a column whose name is a path stays in the folder', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${Math.sin(i)},${Math.cos(3 * i)},${(i * 7) % 11}`).join('\n');
  await writeFile(at('odd.csv'), `../../up,../../up!,y\n${rows}\n`);
  const { err, code } = await run(
    ...typed`fit ${at('odd.csv')} --target y --set kernel=gaussian --out ${at('odd', 'deep')}`,
  );
  assert.equal(code, 0, err);
  assert.deepEqual(await readdir(at('odd')), ['deep']);
  const figures = await readdir(at('odd', 'deep', 'figures'));
  assert.ok(figures.includes('partial-up.svg') && figures.includes('partial-up-2.svg'), figures.join());
});

test('no input is overwritten, files of the same names are replaced, others stay, and a folder it must be', async () => {
  await mkdir(at('within', 'tables'), { recursive: true });
  const input = at('within', 'tables', 'columns.csv');
  await copyFile('samples/wave.csv', input);
  const fitted = (...more: string[]) => run('fit', input, '--target', 'signal', ...QUICK, '--set', 'folds=0', ...more);
  const refused = await fitted('--out', at('within'));
  assert.equal(refused.code, 2);
  assert.match(
    refused.err,
    /--out .*within would overwrite the input .*columns\.csv by .*columns\.csv\. Give another folder\.\n$/,
  );
  assert.deepEqual(await readdir(at('within')), ['tables']);
  await mkdir(at('again'));
  await writeFile(at('again', 'report.html'), 'old');
  await writeFile(at('again', 'mine.txt'), 'mine');
  assert.equal((await fitted('--out', at('again'))).code, 0);
  assert.match(await text('again', 'report.html'), /^<!doctype html>/);
  assert.equal(await text('again', 'mine.txt'), 'mine');
  const file = await fitted('--out', at('again', 'mine.txt'));
  assert.deepEqual([file.code, /mine\.txt is a file: give a folder\.\n$/.test(file.err)], [2, true]);
  const standard = await fitted('--out', '-');
  assert.deepEqual(
    [standard.code, /--out is a folder, and cannot be standard output\.\n$/.test(standard.err)],
    [2, true],
  );
});

test('what is written of private rows is private', { skip: process.platform === 'win32' }, async () => {
  await copyFile('samples/wave.csv', at('private.csv'));
  await chmod(at('private.csv'), 0o600);
  const fit = ['fit', at('private.csv'), '--target', 'signal', ...QUICK, '--set', 'folds=0'];
  assert.equal((await run(...fit, '--out', at('private'))).code, 0);
  for (const entry of await readdir(at('private'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) assert.equal((await stat(join(entry.parentPath, entry.name))).mode & 0o777, 0o600, entry.name);
});

test('rows from a pipe give a run that names them', async () => {
  async function* chunks() {
    yield await readFile('samples/wave.csv');
  }
  const fit = ['fit', '-', '--target', 'signal', ...QUICK, '--set', 'folds=0', '--out', at('piped')];
  const { err, code } = await runIn(folder, fit, { input: { chunks, live: false } });
  assert.equal(code, 0, err);
  assert.equal((await opened('piped', 'run.ksrun')).file.name, 'standard input');
});

test('a comparison as a folder: its lanes, its candidates, its JSON; from a pipe too', async () => {
  const compare = ['compare', 'samples/flats.csv', '--target', 'rent', '--set', 'folds=3', ...FEW];
  const { out, err, code } = await run(...compare, '--out', at('race'));
  assert.equal(code, 0, err);
  assert.match(out, /race: race\.svg, race\.csv, result\.json\n$/);
  const { race, file } = JSON.parse(await text('race', 'result.json'));
  assert.equal(file, 'flats.csv');
  const lines = (await text('race', 'race.csv')).trimEnd().split('\r\n');
  assert.equal(lines.length, race.lanes.length + 1);
  assert.match(await text('race', 'race.svg'), /flats\.csv · rent/);
  const chunks = async function* () {
    yield await readFile('samples/flats.csv');
  };
  const piped = await runIn(folder, ['compare', '-', ...compare.slice(2), '--json'], {
    input: { chunks, live: false },
  });
  assert.equal(piped.code, 0, piped.err);
  assert.equal(JSON.parse(piped.out).race.chosen, race.chosen);
});

test('links that stand in the folder are not followed: a file takes their place, and a folder that is one is refused', {
  skip: process.platform === 'win32',
}, async () => {
  const [outside, victim] = [at('outside'), at('outside', 'victim')];
  await mkdir(outside);
  await writeFile(victim, 'precious');
  const fit = ['fit', 'samples/wave.csv', '--target', 'signal', ...QUICK, '--set', 'folds=0'];
  assert.equal((await run(...fit, '--save', at('wave.ksmodel'))).code, 0);
  const compare = ['compare', 'samples/flats.csv', '--target', 'rent', '--set', 'folds=3', ...FEW];
  for (const command of [fit, compare, ['export', at('wave.ksmodel'), '--as', 'python']]) {
    const said = command[0];
    await run(...command, '--out', at('prepared'));
    const entries = await readdir(at('prepared'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    assert.ok(files.length > 2, said);
    for (const [i, file] of files.entries()) {
      await rm(file);
      await symlink(i % 2 ? victim : at('outside', 'new'), file);
    }
    // The folder itself is named by a person, and may be a link.
    await symlink(at('prepared'), at('named'));
    const { err, code } = await run(...command, '--out', at('named'));
    assert.equal(code, 0, err);
    for (const file of files) assert.ok((await lstat(file)).isFile(), file);
    for (const folderWithin of entries.filter((entry) => entry.isDirectory())) {
      const path = join(folderWithin.parentPath, folderWithin.name);
      await rm(path, { recursive: true });
      await symlink(outside, path);
      const refused = await run(...command, '--out', at('named'));
      assert.equal(refused.code, 1);
      assert.match(refused.err, /was not written: its folder is a link, or lies behind one\. Choose another place/);
      await rm(path);
    }
    assert.equal(await readFile(victim, 'utf8'), 'precious', said);
    assert.deepEqual(await readdir(outside), ['victim'], said);
    for (const place of ['prepared', 'named']) await rm(at(place), { recursive: true });
  }
});
