import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Commands } from '../../src/cli/commands/command';
import { COMMANDS } from '../../src/cli/commands/table';
import { optionsOfCommand, synopsis } from '../../src/cli/commands/words';
import { GROUPS, namesOf, OPTIONS } from '../../src/cli/options/table';
import { parseCommandLine } from '../../src/cli/parse';
import { displayWidth } from '../../src/cli/text/wrap';
import { runIn } from './commandLines';

const run = (columns: number | undefined, ...argv: string[]) => runIn('', argv, { columns });

const commands: readonly [string, Command][] = Object.entries(COMMANDS as Commands);

test('the overview names every command, is short, and is the same however it is asked for', async () => {
  const { out, code } = await run(undefined, 'help');
  assert.equal(code, 0);
  assert.ok(out.split('\n').length <= commands.length + 20, `${out.split('\n').length} lines`);
  for (const [name] of commands) assert.match(out, new RegExp(`^ {2}${name} `, 'm'));
  for (const exit of [0, 1, 2, 130, 141]) assert.match(out, new RegExp(`^ {2}${exit} `, 'm'));
  assert.equal((await run(undefined, '--help')).out, out);
  assert.equal((await run(undefined, '-h')).out, out);
});

test('no word at all is a wrong command line, and shows the overview beside standard output', async () => {
  const { out, err, code } = await run(undefined);
  assert.deepEqual([out, code], ['', 2]);
  assert.equal(err, (await run(undefined, 'help')).out);
});

for (const [name, command] of commands)
  test(`help ${name} has its options and examples, and fits the terminal`, async () => {
    const { out, code } = await run(undefined, 'help', name);
    assert.equal(code, 0);
    assert.equal((await run(undefined, name, '--help')).out, out);
    assert.ok(out.startsWith(synopsis(name, command).slice(0, 60)));
    for (const option of optionsOfCommand(command))
      assert.match(out, new RegExp(`^ {2}(-\\w, )?--${option}( |$)`, 'm'));
    const others = namesOf(OPTIONS).filter((option) => !optionsOfCommand(command).includes(option));
    for (const option of others) assert.doesNotMatch(out, new RegExp(`^ {2}(-\\w, )?--${option}( |$)`, 'm'));
    for (const columns of [40, 80, 133]) {
      const { out: page } = await run(columns, 'help', name);
      // A command line is not broken: it is there to be copied.
      const lines = page.split('\n').filter((line) => !/^ {2}(\S.* \| )?kernelscope /.test(line));
      for (const line of lines.filter((text) => !/^ {2}-/.test(text)))
        assert.ok(displayWidth(line) <= columns, `${columns}: ${line}`);
    }
  });

test('the examples are command lines that are taken', async () => {
  for (const [name, command] of commands)
    for (const [line] of command.examples) {
      const parts = line.split(/ [|>] |<\(|\)/).filter((part) => part.startsWith('kernelscope '));
      const taken = parts.map((part) => {
        const argv = part.match(/(?:'[^']*'|\S)+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
        return parseCommandLine(argv.slice(1)).command;
      });
      assert.ok(taken.includes(name), line);
    }
});

test('every option stands in one group of a page, and its short form is its own', () => {
  const grouped = GROUPS.flatMap(([, group]) => Object.keys(group));
  assert.deepEqual([...grouped].sort(), [...namesOf(OPTIONS)].sort());
  const shorts = Object.values(OPTIONS).flatMap((spec) => ('short' in spec ? [spec.short] : []));
  assert.equal(new Set(shorts).size, shorts.length);
});

test('a wrong name is answered with the closest', async () => {
  for (const [argv, says] of [
    [['ftt'], /unknown command 'ftt'. Did you mean fit\?/],
    [['versoin'], /Did you mean version\?/],
    [['help', 'predit'], /unknown command 'predit'. Did you mean predict\?/],
    [['frobnicate'], /unknown command 'frobnicate'. There are fit, recommend, /],
    [['fit', 'a', '--tarket', 'y'], /'fit' has no option --tarket. Did you mean --target\?/],
    [['fit', 'a', '--bogus'], /'fit' has no option --bogus. See kernelscope help fit\./],
    [['fit', 'a', '-z'], /'fit' has no option -z\./],
    [['fit', 'a', '--target', 'y', '--task', 'classfy'], /one of auto, regress, classify, .* Did you mean classify\?/],
  ] as const) {
    const { err, code } = await run(undefined, ...argv);
    assert.equal(code, 2);
    assert.match(err, says);
    assert.match(err, /^kernelscope: [^\n]+\n$/);
  }
});

test('version is an option and a command', async () => {
  const { out } = await run(undefined, 'version');
  assert.match(out, /^kernelscope \d+\.\d+\.\d+\n$/);
  for (const option of ['--version', '-V']) assert.equal((await run(undefined, option)).out, out);
});
