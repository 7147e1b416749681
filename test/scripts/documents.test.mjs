// Documents lead somewhere, and README.md claims what was measured.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/prerequisites.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const inFolder = (/** @type {string} */ folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const DOCUMENTS = ['.', 'docs', 'docs/contributing', 'samples'].flatMap(inFolder);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (/** @type {string} */ path) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

for (const document of DOCUMENTS) {
  test(`every link and picture of ${document} leads to something`, () => {
    const lost = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file, anchor] = link.split('#');
        const path = file === '' ? document : relative(root, join(root, dirname(document), file));
        return !existsSync(join(root, path)) || (anchor && path.endsWith('.md') && !anchorsOf(path).includes(anchor));
      });
    assert.deepEqual(lost, []);
  });
}

const manifest = JSON.parse(read('package.json'));
/** Names in the table of the runner of tests, and benchmarks by their files. */
const stages = [...read('scripts/test.mjs').matchAll(/\bname: '(\w+)'/g)].map(([, name]) => name);
const benches = ['setup', ...readdirSync(join(root, 'bench')).map((name) => name.replace(/\.mjs$/, ''))];
/** Commands of npm itself. */
const NPM = ['ci', 'install', 'login', 'publish', 'pack', 'run'];

/** Whether there is such a file; a star in its last part stands for any characters, as in a shell. */
function isThere(/** @type {string} */ file) {
  const name = basename(file);
  if (!name.includes('*')) return existsSync(join(root, file));
  const [before, after] = name.split('*');
  const folder = join(root, dirname(file));
  return existsSync(folder) && readdirSync(folder).some((other) => other.startsWith(before) && other.endsWith(after));
}

/** Why a line cannot be run as it stands; undefined where it can, or where it is no line for npm, node or an editor. */
function wrong(/** @type {string} */ line) {
  const [, script] = /^(?:\w+=\S+ )*npm (?:run )?([\w:-]+)/.exec(line) ?? [];
  const [, after] = / -- ([^#`]*)/.exec(line) ?? [];
  const words = (after ?? '')
    .split(/ {2}|[.;,]/)[0]
    .split(' ')
    .filter((word) => /^[a-z]\w*$/.test(word));
  if (script !== undefined && manifest.scripts[script] === undefined && !NPM.includes(script))
    return `no script ${script}`;
  if (script === 'test') return words.find((word) => !stages.includes(word));
  if (script === 'bench' && words.length > 0) return benches.includes(words[0]) ? undefined : words[0];
  const [, file] = /\bnode (?:--\S+ )*((?:scripts|test|bench|samples)\/\S+?\.m?js)\b/.exec(line) ?? [];
  if (file !== undefined && !isThere(file)) return `no file ${file}`;
  const [, id] = /--install-extension (\S+)/.exec(line) ?? [];
  return id !== undefined && id !== `${manifest.publisher}.${manifest.name}` && !id.endsWith('.vsix') ? id : undefined;
}

test('what pages have their readers type names scripts, files and stages that there are', () => {
  const lines = DOCUMENTS.flatMap((document) => {
    const text = read(document);
    const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block]) => block.split('\n'));
    return [...blocks, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, line]) => line)].map((line) => ({
      document,
      line,
    }));
  });
  assert.ok(lines.filter(({ line }) => /\b(npm|node) /.test(line)).length > 60);
  assert.deepEqual(
    lines.flatMap(({ document, line }) => (wrong(line) === undefined ? [] : [`${document}: ${line}: ${wrong(line)}`])),
    [],
  );
});

test('every picture of the documents is shown by one of them, and none is there twice', () => {
  const pictures = readdirSync(join(root, 'docs/images'));
  const shown = DOCUMENTS.map(read).join('\n');
  assert.deepEqual(
    pictures.filter((name) => !shown.includes(`images/${name}`)),
    [],
  );
  const contents = pictures.map((name) => readFileSync(join(root, 'docs/images', name)).toString('latin1'));
  assert.equal(new Set(contents).size, contents.length);
});

test('the commands of README.md are there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const blocks = [...read('README.md').matchAll(/```\n(.*?)```/gs)].flatMap(([, block]) => block.trim().split('\n'));
  assert.deepEqual(blocks, ['npm start', 'npm test']);
  for (const line of blocks) assert.ok(scripts[line.replace('npm ', '')], line);
});

/** Cells of the rows of a table, below its head. */
const rowsOf = (/** @type {string} */ text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

const part = (/** @type {string} */ text, /** @type {string} */ heading) =>
  text.split(`\n## ${heading}\n`)[1].split('\n## ')[0];

test('every number among the figures of merit stands in its part of docs/benchmarks.md', () => {
  const [answer, ...others] = rowsOf(part(read('README.md'), 'Figures of merit'));
  assert.ok(others.length > 5);
  for (const [, , here, peer, link] of others) {
    const measured = part(read('docs/benchmarks.md'), link.split('#')[1].replace(')', ''));
    const measuredNumbers = [...measured.matchAll(/\d[\d.]*/g)].map(([number]) => number);
    for (const [, number] of `${here}, ${peer}`.matchAll(/([\d.]+) (?:s|ms|MB|of 10)\b/g))
      assert.ok(measuredNumbers.includes(number), `${number} of ${here}, ${peer}`);
  }
  // The first row counts.
  const ahead = rowsOf(part(read('docs/benchmarks.md'), 'answer'))
    .filter(([, data]) => !data.endsWith('copies divided'))
    .map((cells) => Number.parseFloat(cells[8].replace('−', '-')));
  const behind = ahead.filter((by) => by < 0);
  assert.ok(answer[1].includes(`${ahead.length} public data sets`));
  const most = Math.max(...behind.map((by) => -by));
  assert.equal(
    answer[2],
    `ahead or level on ${ahead.length - behind.length}, behind by at most ${most} on ${behind.length}`,
  );
});
