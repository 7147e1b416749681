import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isComponents } from '../../src/engine/contract/run';
import { foreignRun } from '../../src/extension/runs/foreignRun';
import { csvRows, csvText } from '../engine/partRows';
import { runIn, typed } from './commandLines';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-on-cluster-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const FIT = ['--target', 'y', '--method', 'rf-ridge', '--set', 'features=20', '--set', 'kernel=gaussian'];
const run = (...words: string[]) => runIn(folder, words);
const on = (program: string, ...words: string[]) =>
  run('fit', at('p*.csv'), ...FIT, '--on', 'spark', '--python', program, ...words);

/** A program in place of Python: it finds its cluster, and then is handed the script, the plan, and the rest as adapters are. */
function program(name: string, body: string): string {
  const text = `#!${process.execPath}\nconst [script, plan, , steps, ...words] = process.argv.slice(2);\nconst fs = require('node:fs');\nif (plan === '--check') process.exit(0);\n${body}\n`;
  writeFileSync(at(name), text, { mode: 0o755 });
  return at(name);
}
const say = (line: object) => `process.stderr.write(${JSON.stringify(`${JSON.stringify(line)}\n`)});`;

before(async () => {
  for (const i of [0, 1]) writeFileSync(at(`p${i}.csv`), csvText(csvRows(100, 100 * i)));
  await run('cluster', 'plan', at('p*.csv'), ...FIT, '--out', at('plan'));
  for (const part of ['1', '2']) await run('cluster', 'map', at('plan'), part, '--out', at(`s${part}`));
  await run('cluster', 'solve', at('plan'), at('s1'), at('s2'), '--out', at('solution'));
  for (const part of ['1', '2'])
    await run('cluster', 'map', at('plan'), part, '--solution', at('solution'), '--out', at(`e${part}`));
  await run('cluster', 'merge', at('plan'), at('e1'), at('e2'), '--out', at('errors'));
});

test('a fit on a cluster plans and finishes here, by a script that is handed plan, folder and address', async () => {
  const copies = program(
    'copies',
    `${say({ stage: 'sums', done: 1, parts: 2, seconds: 3 })}
fs.writeFileSync('${at('handed')}', JSON.stringify([script, words, fs.readFileSync(plan).equals(fs.readFileSync('${at('plan')}'))]));
for (const name of ['solution', 'errors']) fs.copyFileSync('${folder}/' + name, steps + '/' + name);`,
  );
  const { code, out, err } = await on(
    copies,
    ...typed`--master spark://host:7077 --save ${at('model')} --out ${at('run')} --importance --part-size file
        --node /opt/node --ship-node`,
  );
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /: 2 parts: y from 8 columns, ridge regression on random features/);
  assert.match(out, /Which columns matter\?/);
  const [script, words, same] = JSON.parse(readFileSync(at('handed'), 'utf8'));
  assert.match(script, /distributed[\\/]kernelscope_spark\.py$/);
  const more = typed`--master=spark://host:7077 --node=/opt/node
      --ship-node ${`--node-here=${process.execPath}`} --end-with-input`;
  assert.deepEqual([words, same], [more, true]);
  await run('cluster', 'finish', at('plan'), at('solution'), at('errors'), '--save', at('by-hand'));
  assert.ok(readFileSync(at('model')).equals(readFileSync(at('by-hand'))), 'the same model');
  const opened = await foreignRun(readFileSync(at('run/run.ksrun')));
  // Whoever opens it names the cluster again.
  assert.deepEqual(opened.request.onCluster, { engine: 'spark', partSize: 'file' });
  assert.deepEqual([opened.file.path, isComponents(opened)], [at('p*.csv'), false]);
});

test('what a script cannot do is said in its own sentence, and nothing is left', async (t) => {
  const { TMPDIR } = process.env;
  mkdirSync(at('tmp'));
  process.env.TMPDIR = at('tmp');
  t.after(() => (TMPDIR === undefined ? delete process.env.TMPDIR : Object.assign(process.env, { TMPDIR })));
  const failure = { message: 'Part 2, p1.csv, is gone.', part: 2, file: '/data/p1.csv' };
  const fails = program('fails', `${say({ failure })} process.exit(1);`);
  const { code, err } = await on(fails);
  assert.deepEqual([code, err], [1, 'kernelscope: Part 2, p1.csv, is gone.\n']);
  const { out } = await on(fails, '--json');
  const said = JSON.parse(out).failure;
  assert.deepEqual([said.code, said.details.part, said.details.file], ['cluster/failed', 2, '/data/p1.csv']);
  const breaks = program(
    'breaks',
    "process.stderr.write('{ no line of ours\\nImportError: x\\u001b[31m\\n'); process.exit(3);",
  );
  assert.match(
    (await on(breaks)).err,
    /^kernelscope: The script for Apache Spark ended with code 3, and said last: ImportError: x/,
  );
  assert.ok(!(await on(breaks)).err.includes('\u001b'));
  assert.deepEqual(readdirSync(at('tmp')), []);
});

test('no Python, standard input, and options that do not go together: each a sentence', async () => {
  assert.match((await on(at('absent'))).err, /^kernelscope: There is no Python at .*absent\. Install Python 3\.10/);
  const usage = async (...words: string[]) => {
    const { code, err } = await run('fit', at('p0.csv'), ...FIT, ...words);
    assert.equal(code, 2);
    return err;
  };
  assert.match(await usage('--on', 'dask', '--master', 'spark://h:1'), /--master is of --on spark, not of --on dask/);
  assert.match(await usage('--on', 'dask', '--streamed'), /--on does not take --streamed/);
  assert.match(await usage('--on', 'dask', '--part-size', 'files'), /--part-size is at least 64kB, .* not 'files'/);
  assert.match(
    await usage('--on', 'dask', '--linear-algebra', 'native'),
    /--on computes by the bundled core on every machine: leave --linear-algebra native out/,
  );
  assert.match(await usage('--ship-node'), /--ship-node goes with --on/);
  assert.match(await usage('--skip-failed-parts'), /--skip-failed-parts goes with --on spark\|dask/);
  assert.match(await usage('--master', 'spark://h:1'), /--master goes with --on spark\|dask/);
  assert.match(await usage('--on', 'spark', '--tls-ca', 'ca.pem'), /--tls-ca is not of --on spark/);
  assert.match(await usage('--on', 'slurm'), /spark.*dask/);
  const components = await run('fit', at('p0.csv'), '--method', 'ny-kpca', '--on', 'dask', '--importance');
  assert.match(components.err, /--importance is of columns that predict a target/);
  assert.match((await run('fit', '-', ...FIT, '--on', 'spark')).err, /standard input is none/);
});
