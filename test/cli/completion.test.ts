import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Command, Commands } from '../../src/cli/commands/command';
import { COMMANDS } from '../../src/cli/commands/table';
import { optionOf, optionsOfCommand } from '../../src/cli/commands/words';
import { answer } from '../../src/cli/completion/answer';
import { bashLine } from '../../src/cli/completion/bashLine';
import { complete } from '../../src/cli/completion/complete';
import { SHELLS } from '../../src/cli/completion/shells';
import { Random } from '../../src/engine/data/random';
import { methods } from '../../src/engine/methods/registry';
import { shellWord } from '../../src/engine/words/shellWord';
import { reproductionSpecs } from '../../src/reproduce/run';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const NAMES = ['sound level', '$(touch pwned)', "it's", 'a=b', '!x', 'b,c', 'größe', '大小'];
const table = file('rows.csv', `${NAMES.map((name) => `"${name}"`).join(',')}\n${'1,2,3,4,5,6,7,8\n'.repeat(9)}`);

/** The words that the last may become; "files" or "folders" where the shell is to complete them. */
async function offers(...line: string[]): Promise<readonly string[] | string> {
  const { candidates, paths } = await complete(line.slice(0, -1), line.at(-1) ?? '', COMMANDS);
  return candidates.length === 0 && paths ? paths : candidates.map(({ value }) => value);
}

test('every command, every option of each, and every choice of those is offered, with what it means', async () => {
  const { candidates } = await complete([], '', COMMANDS);
  assert.deepEqual(
    candidates.map(({ value, sentence }) => [value, sentence]),
    Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]),
  );
  for (const [name, command] of Object.entries<Command>(COMMANDS as Commands)) {
    const options = optionsOfCommand(command).map((option) => `--${option}`);
    assert.deepEqual(await offers(name, '--'), options, name);
    for (const option of optionsOfCommand(command)) {
      const { choices } = optionOf(command, option);
      if (!choices) continue;
      assert.deepEqual(await offers(name, `--${option}`, ''), choices);
      assert.deepEqual(
        await offers(name, `--${option}=`),
        choices.map((choice) => `--${option}=${choice}`),
      );
    }
  }
});

test('what is begun goes on, and an option comes again only where it may', async () => {
  assert.deepEqual(await offers('re'), ['recommend', 'reproduce']);
  assert.deepEqual(await offers('-'), ['--help', '--version']);
  assert.deepEqual(await offers('fit', table, '--ta'), ['--target', '--task']);
  assert.deepEqual(await offers('fit', table, '--task', 'auto', '--target', 'a=b', '--ta'), ['--target']);
  assert.deepEqual(await offers('help', 'm'), ['methods', 'mcp']);
  assert.deepEqual(await offers('completion', ''), Object.keys(SHELLS));
  assert.deepEqual(await offers('nothing', ''), []);
  assert.deepEqual(await offers('methods', '--json', 'tk'), ['tkrr'], 'its value is attached');
  assert.deepEqual(await offers('version', ''), []);
});

test('files and folders are left to the shell', async () => {
  for (const line of [
    ['fit', ''],
    ['predict', 'price.model', 'ro'],
    ['fit', table, '--save='],
    ['fit', table, '--config', 'k'],
    ['fit', '-o', ''],
    ['mcp', 'a', 'b'],
  ]) {
    const expected = line[0] === 'mcp' || line[1] === '-o' ? 'folders' : 'files';
    assert.equal(await offers(...line), expected, line.join(' '));
  }
  assert.equal((await complete(['fit', table], '--save=mo', COMMANDS)).before, '--save=');
});

test('methods, their parameters and values, and reproductions with their choices', async () => {
  const ids = methods.map(({ id }) => id);
  assert.deepEqual(await offers('methods', ''), ids);
  assert.deepEqual(await offers('fit', table, '-m', ''), ids);
  for (const { id, parameters } of methods) {
    const names = parameters.map(({ name }) => name).filter((name) => name !== 'seed');
    const data = ['standardise', 'missing', 'maxLevels', 'maxRows'];
    const found = await offers('fit', table, `--method=${id}`, '--set', '');
    assert.deepEqual([...found].sort(), [...names, ...data].map((name) => `${name}=`).sort(), id);
    for (const { name, choices } of parameters.filter((parameter) => parameter.choices))
      assert.deepEqual(
        await offers('fit', table, '-m', id, '--set', `${name}=`),
        choices?.map((choice) => `${name}=${choice}`),
      );
  }
  assert.ok((await offers('fit', table, '--set', 'kernel=mat')).includes('kernel=matern52'));
  assert.deepEqual(await offers('fit', table, '-s', 'missing='), ['missing=impute', 'missing=drop']);
  const specs = reproductionSpecs();
  assert.deepEqual(
    await offers('reproduce', ''),
    specs.map(({ id }) => id),
  );
  const open = specs.filter(({ options }) => options);
  assert.ok(open.length > 0);
  for (const { id, options = [] } of open) {
    assert.deepEqual(
      await offers('reproduce', id, '--option', ''),
      options.map(({ name }) => `${name}=`),
    );
    const [{ name, choices }] = options;
    assert.deepEqual(
      await offers('reproduce', id, '--option', `${name}=`),
      choices.map(({ value }) => `${name}=${value}`),
    );
  }
});

test('columns come from the first lines of the file, read as the line says', async () => {
  for (const option of ['--target', '--weights', '--group', '--fold-column', '-t'])
    assert.deepEqual(await offers('fit', table, option, ''), NAMES, option);
  assert.deepEqual(await offers('fit', table, '--blocks', ''), ['rows', ...NAMES]);
  assert.deepEqual(await offers('fit', table, '--target=größ'), ['--target=größe']);
  assert.deepEqual(await offers('fit', table, '--features', 'a=b,größe,b'), []);
  assert.deepEqual(await offers('fit', table, '--features', 'a=b,größe,"b'), ['a=b,größe,"b,c"']);
  assert.deepEqual(await offers('fit', table, '--features', '"b,c",a'), ['"b,c",a=b']);
  assert.deepEqual(await offers('fit', table, '--features', 'a=b,a'), [], 'it is there already');
  assert.deepEqual(await offers('inspect', table, '--kind', 'a'), ['a=b=']);
  assert.deepEqual(await offers('predict', 'm', table, '--kind', 'a=b=d'), ['a=b=date']);
  const odd = file('odd.txt', 'a.b;c\n1;2\n3;4\n');
  assert.deepEqual(await offers('fit', odd, '--delimiter', '.', '--target', ''), ['a', 'b;c']);
  assert.deepEqual(await offers('fit', odd, '--header=no', '--names', 'x,y', '--target', ''), ['x', 'y']);
  const zipped = file('rows.csv.gz', gzipSync('first,second\n1,2\n'));
  assert.deepEqual(await offers('compare', zipped, '--target', 's'), ['second']);
  const objects = file('rows.jsonl', '{"p":1,"q":2}\n{"p":3,"q":4}\n');
  assert.deepEqual(await offers('fit', objects, '--target', ''), ['p', 'q']);
  assert.deepEqual(await offers('fit', 'test/oracles/files/groups.parquet', '--target', ''), ['x', 'group', 'y']);
  mkdirSync(join(folder, 'parts'));
  for (const name of ['1.csv', '2.csv']) file(join('parts', name), 'm,n\n1,2\n3,4\n');
  for (const path of ['parts', 'parts/*.csv'])
    assert.deepEqual(await offers('fit', join(folder, path), '--target', ''), ['m', 'n'], path);
});

test('no columns where there is no file, where it can be read only once, or where it is none', async () => {
  const bare = join(folder, 'bare');
  mkdirSync(bare);
  for (const path of ['-', '/dev/stdin', join(folder, 'absent.csv'), bare, file('x.png', '\u0089PNG\r\n\u001a\n')])
    assert.deepEqual(await offers('fit', path, '--target', ''), [], path);
  assert.deepEqual(await offers('fit', '--target', ''), []);
  assert.deepEqual(await offers('fit', table, '--delimiter', 'nonsense', '--target', ''), []);
  const pipe = join(folder, 'pipe');
  if (spawnSync('mkfifo', [pipe]).status === 0) assert.deepEqual(await offers('fit', pipe, '--target', ''), []);
});

test('a value that begins with a dash is offered only behind an equals sign', async () => {
  const dashed = file('dashed.csv', '--help,-1,y\n1,2,3\n4,5,6\n');
  assert.deepEqual(await offers('fit', dashed, '--header', 'yes', '--target', ''), ['-1', 'y']);
  assert.deepEqual(await offers('fit', dashed, '--header', 'yes', '--target='), [
    '--target=--help',
    '--target=-1',
    '--target=y',
  ]);
});

test('a name that a terminal would obey is not offered', async () => {
  const evil = file('evil.csv', 'x\u001b[31m,"two\nlines",\u202eabc,plain\n1,2,3,4\n5,6,7,8\n');
  assert.deepEqual(await offers('fit', evil, '--target', ''), ['two lines', 'plain']);
});

const BREAKS = ' \t\n"\'@><=;|&(:';

test('a line is taken apart as bash does', () => {
  const random = new Random(5);
  const signs = [...' \'"`$\\!*?[]{}()<>|&;#~%=,:@aB1é大'];
  for (let i = 0; i < 500; i++) {
    const words = Array.from({ length: 1 + random.below(4) }, () =>
      Array.from({ length: random.below(7) }, () => signs[random.below(signs.length)]).join(''),
    );
    const line = words.map((word) => shellWord(word, 'posix')).join(' ');
    assert.deepEqual(bashLine(line, BREAKS).words, words, line);
  }
  const parts = (line: string) => {
    const { words, from, quote } = bashLine(line, BREAKS);
    return [words.at(-1), from, quote];
  };
  assert.deepEqual(parts('fit a --set ker'), ['ker', 0, '']);
  assert.deepEqual(parts('fit a --set kernel=ga'), ['kernel=ga', 7, '']);
  assert.deepEqual(parts('fit a --set=kernel=ga'), ['--set=kernel=ga', 13, '']);
  assert.deepEqual(parts('fit a --set kernel\\=ga'), ['kernel=ga', 0, '']);
  assert.deepEqual(parts('fit a --target "sound l'), ['sound l', 0, '"']);
  assert.deepEqual(parts("fit a --target='sound l"), ['--target=sound l', 9, "'"]);
  assert.deepEqual(parts('fit a --target sound\\ l'), ['sound l', 0, '']);
  assert.deepEqual(parts('fit a '), ['', 0, '']);
});

async function answerTo(...given: string[]): Promise<string[]> {
  let said = '';
  await answer(given, { write: (text) => (said += text) });
  return said.split('\n').slice(0, -1);
}

/** The words that bash makes of the line once an answer stands in place of the part at the cursor. */
const typedInto = (line: string, part: string): string[] =>
  spawnSync('bash', ['--norc', '-c', `kernelscope() { printf '%s\\0' "$@"; }; ${line}${part}`], {
    encoding: 'utf8',
    cwd: folder,
  })
    .stdout.split('\0')
    .slice(0, -1);

test('in bash every column comes into the line as it is, however it was begun', async () => {
  for (const [begun, after] of [
    ['--target ', ''],
    ['--target=', ''],
    ["--target '", "'"],
    ['--target "', '"'],
    ['--target="', '"'],
  ]) {
    const line = `kernelscope fit ${table} ${begun}`;
    const [order, ...typed] = await answerTo('bash', BREAKS, line);
    assert.match(order, /^words\t/);
    assert.deepEqual(
      typed.map((part) => typedInto(line, `${part}${after}`).at(-1)?.replace('--target=', '')),
      NAMES,
      begun,
    );
  }
});

test('scripts are told what to do where no word is offered', async () => {
  assert.deepEqual(await answerTo('bash', BREAKS, 'kernelscope fit '), ['files\t0\t']);
  assert.deepEqual(await answerTo('zsh', 'fit', '--out=x'), ['folders\t6\t']);
  assert.deepEqual(await answerTo('fish', 'version', 'x'), ['words\t0\t']);
  assert.deepEqual(await answerTo('bash', BREAKS, 'kernelscope fit a --set ker'), ['words\t0\topen', 'kernel=']);
  assert.deepEqual(await answerTo('zsh', 'methods', 'krr', '--js'), [
    'words\t0\t',
    '--json\twrite the result as JSON; - or no value: to standard output, and nothing else there',
  ]);
  assert.deepEqual(await answerTo('tcsh', 'fit'), []);
});

test('PowerShell has ASCII, each text quoted for where it is put', async () => {
  const words = Buffer.from(JSON.stringify(['fit', table, '--target', ''])).toString('base64');
  const [line] = await answerTo('powershell', words);
  assert.match(line, /^[ -~]*$/);
  const results: { text: string; shown: string }[] = JSON.parse(line);
  assert.deepEqual(
    results.map(({ shown }) => shown),
    NAMES,
  );
  assert.deepEqual(
    results.map(({ text }) => text),
    ["'sound level'", "'$(touch pwned)'", "'it''s'", 'a=b', "'!x'", "'b,c'", "'größe'", "'大小'"],
  );
  assert.deepEqual(await answerTo('powershell', 'no base64'), []);
});

test('each shell has its script; another is answered with those there are', async () => {
  for (const shell of Object.keys(SHELLS)) {
    const { out, code } = await runIn('', ['completion', shell]);
    assert.equal(code, 0);
    assert.match(out, /kernelscope __complete \w+ /);
    assert.ok(out.includes(`kernelscope completion ${shell}`), 'it says how it is installed');
  }
  const { err, code } = await runIn('', ['completion', 'bsh']);
  assert.equal(code, 2);
  assert.match(err, /no words are completed in 'bsh'\. Did you mean bash\?/);
});
