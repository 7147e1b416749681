// A package that the marketplaces would take has no problem, and each thing that they would refuse is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vsixProblems } from '../../scripts/vsixProblems.mjs';

const MANIFEST = {
  name: 'one',
  displayName: '%title%',
  description: 'Does one thing.',
  publisher: 'someone',
  license: 'MIT',
  version: '1.2.3',
  engines: { vscode: '^1.101.0' },
  repository: { type: 'git', url: 'https://github.com/someone/one.git' },
  icon: 'icon.png',
  categories: ['Data Science', 'Other'],
  keywords: ['csv'],
  l10n: './l10n',
  main: './dist/extension.js',
};
const RAW = 'https://github.com/someone/one/raw/HEAD';
const README = `# One\n\n![A picture](${RAW}/docs/one.png) ![badge](https://img.shields.io/x.svg)\n[More](https://github.com/someone/one/blob/HEAD/docs/more.md#part), [below](#one).\n`;

function png(/** @type {number} */ width, height = width) {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** @param {Record<string, unknown>} [members] of package.json @param {Record<string, string | Buffer | undefined>} [others] files */
function problems(members = {}, others = {}) {
  const files = {
    'package.json': JSON.stringify({ ...MANIFEST, ...members }),
    'package.nls.json': '{"title": "One"}',
    'readme.md': README,
    'changelog.md': '# Changelog\n',
    'LICENSE.txt': 'MIT',
    'icon.png': png(128),
    'l10n/bundle.l10n.de.json': '{}',
    'dist/extension.js': '"use strict";',
    ...others,
  };
  const packed = Object.entries(files).flatMap(([name, content]) =>
    content === undefined ? [] : [/** @type {const} */ ([`extension/${name}`, Buffer.from(content)])],
  );
  const there = ['docs/one.png', 'docs/more.md'];
  return vsixProblems(new Map(packed), { exists: (path) => there.includes(path), machinePaths: ['/home/someone/'] });
}

test('a good package has none', () => {
  assert.deepEqual(problems(), []);
  assert.deepEqual(problems({ l10n: undefined }, { 'l10n/bundle.l10n.de.json': undefined }), []);
});

const BAD_MEMBERS = {
  name: '',
  publisher: undefined,
  license: undefined,
  engines: { vscode: '*' },
  repository: { url: 'git@github.com:someone/one.git' },
  icon: 'icon.svg',
  categories: ['Kernels'],
  keywords: Array.from({ length: 31 }, String),
  description: '%description%',
  main: './dist/main.js',
  browser: './dist/web.js',
};
for (const [member, value] of Object.entries(BAD_MEMBERS))
  test(`package.json with a bad ${member} has one`, () => {
    // A page whose links are of a repository is one of no repository without it.
    assert.ok(problems({ [member]: value }).length > 0);
  });

const picture = (/** @type {string} */ address) => ({ 'readme.md': `${README}![x](${address})` });
const link = (/** @type {string} */ address) => ({ 'readme.md': `${README}[x](${address})` });
/** @type {Record<string, Record<string, string | Buffer | undefined>>} */
const BAD_FILES = {
  'no licence': { 'LICENSE.txt': undefined },
  'no page': { 'readme.md': undefined },
  'no changelog': { 'changelog.md': undefined },
  'a small icon': { 'icon.png': png(127) },
  'an icon that is no square': { 'icon.png': png(256, 128) },
  'an icon that is no PNG': { 'icon.png': '<svg/>' },
  'no bundle of l10n': { 'l10n/bundle.l10n.de.json': undefined },
  'a picture over http': picture('http://someone.org/a.png'),
  'a picture in the page': picture('data:image/png;base64,AA=='),
  'a relative picture': picture('docs/one.png'),
  'a picture that is SVG': picture(`${RAW}/docs/one.svg`),
  'a picture that is not there': picture(`${RAW}/docs/two.png`),
  'a picture in HTML': { 'readme.md': `${README}<img src="docs/one.png">` },
  'a drawing': { 'readme.md': `${README}<svg></svg>` },
  'a relative link': link('docs/more.md'),
  'a link to no file': link('https://github.com/someone/one/blob/HEAD/docs/less.md'),
  'a link over http': { 'changelog.md': '[x](http://someone.org)' },
  'a source map': { 'dist/extension.js.map': '{}' },
  'the name of one': { 'dist/extension.js': '//# sourceMappingURL=extension.js.map' },
  'a path of this machine': { 'dist/extension.js': '"/home/someone/one"' },
  'a file of npm': { '.npmrc': '' },
  'a key': { 'dist/extension.js': `-----BEGIN ${''}RSA PRIVATE KEY-----` },
  'a token': { 'dist/extension.js': `"ghp_${'a'.repeat(36)}"` },
};
for (const [what, files] of Object.entries(BAD_FILES))
  test(`a package with ${what} has one`, () => {
    assert.ok(problems({}, files).length > 0);
  });
