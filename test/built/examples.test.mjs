// Every command line of `kernelscope` that a page or the pages of help show is run as it stands, on small files of the names that they use.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { onPath, root } from '../../scripts/prerequisites.mjs';

/**
 * Examples that are left out: their data are not here, they are a sequence over many machines
 * (test/cli/cluster.test.ts, test/cluster), or they are for other shells (completion.test.mjs).
 */
const LEFT_OUT = [
  /mnist\w*\.csv|--file data\b/,
  /\[FOLDER…\]/,
  /\bkernelscope cluster /,
  / --on (spark|dask) /,
  /\bcompletion (zsh|fish|powershell)\b/,
];
const ROWS = 60;

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
for (const name of ['bin', 'samples', 'new', 'data']) mkdirSync(join(folder, name));
const write = (/** @type {string} */ name, /** @type {string | Buffer} */ content, mode = 0o644) =>
  writeFileSync(join(folder, name), content, { mode });

/** Numbers under these names, without a pattern but the same on every run; more rows than ROWS repeat them, which takes little to fit. */
function rows(/** @type {string[]} */ names, separator = ',', length = ROWS) {
  const lines = Array.from({ length }, (_, row) => {
    const i = row % ROWS;
    const [a, b] = [Math.sin(7 * i), Math.cos(3 * i + 1)];
    return names
      .map((_, j) => (j === names.length - 1 ? (100 + 20 * a + 9 * b * b).toFixed(2) : (j % 2 ? a : b).toFixed(4)))
      .join(separator);
  });
  return `${names.join(separator)}\n${lines.join('\n')}\n`;
}
for (const name of readdirSync(join(root, 'samples')).filter((file) => file.endsWith('.csv'))) {
  const lines = readFileSync(join(root, 'samples', name), 'utf8').split('\n');
  const step = Math.max(1, Math.floor(lines.length / ROWS));
  write(join('samples', name), `${lines.filter((line, i) => i === 0 || (line !== '' && i % step === 0)).join('\n')}\n`);
}
const prices = rows(['area', 'age', 'price']);
for (const name of ['train.csv', 'test.csv', 'new.csv']) write(name, prices);
write('airfoil.csv', rows(['a', 'b', 'c', 'd', 'e', 'f']));
write('airfoil.csv.gz', gzipSync(rows(['a', 'b', 'c', 'd', 'e', 'f'])));
write('table.csv.gz', gzipSync(rows(['x', 'z', 'y'])));
write('houses.csv', rows(['area', 'age', 'price', 'value']));
write('houses.csv.gz', gzipSync(prices));
write('rents.csv', rows(['area', 'age', 'rent']));
for (const name of ['flats.csv', 'new-flats.csv']) write(name, rows(['area', 'age', 'rent']));
write('some.csv', rows(['a', 'b', 'y']));
write('huge.csv.gz', gzipSync(rows(['a', 'b', 'y'], ',', 1_260)));
write('log.csv', `# written by a logger\n${rows(['a', 'b', 'load'])}`);
write('new/1.csv', rows(['a', 'b', 'load']));
write('odd.txt', rows(['a', 'b'], ' '));
write('shared.json', '{"seed": 1, "quiet": true, "set": {"lambda": 1e-4}}\n');
copyFileSync(join(folder, 'train.csv'), join(folder, 'data/train.csv'));
write('bin/kernelscope', `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli.js')}' "$@"\n`, 0o755);
write('bin/curl', '#!/bin/sh\ncat new.csv\n', 0o755);

/** What these command lines end with and write, in one process, which compiles the engine once. */
function together(/** @type {readonly (readonly string[])[]} */ words) {
  const runner = [join(root, 'test/built/commandLines.mjs'), join(root, 'dist/cli.js')];
  const input = JSON.stringify(words);
  const { stdout } = spawnSync(process.execPath, runner, { cwd: folder, encoding: 'utf8', input, maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}
const [, overview] = together([['help']])[0].stdout.split('COMMAND [options]\n\n');
const commands = [...overview.split('\n\n')[0].matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
/** The pages whose examples are run: docs/cli.md first, those that the marketplaces show too, and all of docs/. */
const pages = [
  'docs/cli.md',
  'MARKETPLACE.md',
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
];
const blocks = [...new Set(pages)]
  .filter((page) => page.endsWith('.md'))
  .map((page) =>
    readFileSync(join(root, page), 'utf8').replace(/<!-- written: .* -->[\s\S]*?<!-- end of written -->/g, ''),
  )
  .flatMap((document) => [...document.matchAll(/^```(\w*)\n(.*?)^```/gms)])
  .filter(([, language]) => language === '' || language === 'sh')
  .flatMap(([, , block]) => block.trim().split('\n'));
const shown = together(commands.map((name) => ['help', name])).flatMap(({ stdout }) =>
  (stdout.split('\nExamples\n')[1] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#')),
);
const lines = [...new Set([...blocks, ...shown])].filter((line) => /(^|[|(;] *|\bdo )kernelscope\b/.test(line));

test('the document has examples of every command that needs some', () => {
  for (const name of ['fit', 'recommend', 'compare', 'predict', 'export', 'inspect', 'reproduce', 'completion'])
    assert.ok(
      blocks.some((line) => line.includes(`kernelscope ${name}`)),
      name,
    );
  assert.ok(commands.length > 10 && shown.length > commands.length);
});

const run = lines.filter((line) => !LEFT_OUT.some((which) => which.test(line)));
const skip = !onPath('bash') && 'there is no bash here';
const inBash = (/** @type {string} */ script, input = '') =>
  spawnSync('bash', ['-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
    input,
  });
/** Lines that are one command and read no pipe; their words are what bash makes of them. */
const plain = run.filter((line) => /^kernelscope (?!mcp)[^|<>;()]*$/.test(line.replace(/'[^']*'/g, '')));
const told = plain.map((line) => `${line.replace('kernelscope', "printf '%s\\0'")}\necho`).join('\n');
const words = inBash(told)
  .stdout.split('\0\n')
  .slice(0, -1)
  .map((each) => each.split('\0'));
const ended = new Map(skip ? [] : together(words).map((end, i) => [plain[i], end]));

for (const line of run)
  test(line, { skip }, () => {
    const { status, stderr } = ended.get(line) ?? inBash(line);
    // head leaves as soon as it has its lines.
    assert.ok(status === 0 || (status === 141 && line.endsWith('| head')), `${status}: ${stderr}`);
  });
