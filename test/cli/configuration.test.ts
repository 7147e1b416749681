import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands/table';
import { configured } from '../../src/cli/configuration';
import { parseCommandLine } from '../../src/cli/parse';
import { requestOfOptions } from '../../src/cli/request';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();

async function write(name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/** The options and the request of `fit` with these environment variables. */
async function asked(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const line = await configured(parseCommandLine(['fit', 'a.csv', ...argv]), COMMANDS.fit, environment);
  return { options: line.options, request: () => requestOfOptions(line.operands[0], line.options) };
}

test('the command line wins over the configuration, and that over the environment', async () => {
  const path = await write('order.json', { seed: 2, method: 'tkrr', quiet: true, target: 'y' });
  const environment = { KERNELSCOPE_SEED: '1', KERNELSCOPE_LINEAR_ALGEBRA: 'native', KERNELSCOPE_QUIET: '0' };
  const { options } = await asked(['--config', path, '--method', 'krr'], environment);
  const { seed, method, quiet, target, 'linear-algebra': algebra } = options;
  assert.deepEqual([seed, method, quiet, target, algebra], ['2', 'krr', true, ['y'], 'native']);
  assert.equal((await asked([], environment)).options.seed, '1');
  const named = await asked(['--seed', '3', '--no-quiet'], { KERNELSCOPE_CONFIG: path });
  assert.deepEqual([named.options.seed, named.options.method, named.options.quiet], ['3', 'tkrr', false]);
});

test('a configuration says what a command line says, in values of JSON', async () => {
  const path = await write('values.json', {
    target: ['y', 'z'],
    features: ['a', 'b,c'],
    set: { lambda: 1e-4, standardise: false, maxRows: 100 },
    holdout: 0.3,
    header: 'no',
    names: ['a', 'b,c', 'y', 'z'],
    'missing-tokens': ['?', '-99'],
    kind: { a: 'category' },
    importance: false,
  });
  const said = (await asked(['--config', path])).request();
  const written = ['--target', 'y', '--target', 'z', '--features', 'a,"b,c"', '--set', 'lambda=0.0001'];
  const more = ['--set', 'standardise=false', '--set', 'maxRows=100', '--holdout', '0.3', '--header', 'no'];
  const reading = ['--names', 'a,"b,c",y,z', '--missing-tokens', '?,-99', '--kind', 'a=category'];
  assert.deepEqual(said, (await asked([...written, ...more, ...reading])).request());
});

test('pairs of the command line replace those of the configuration by name, and leave the others', async () => {
  const path = await write('pairs.json', { target: 'y', set: { lambda: 1, lengthScale: 2 } });
  const { parameters } = (await asked(['--config', path, '--set', 'lambda=3'])).request();
  assert.deepEqual(parameters, { lambda: '3', lengthScale: '2', seed: 0 });
});

test('keys of other commands are left alone', async () => {
  const path = await write('shared.json', { as: 'python', target: 'y', quick: true });
  assert.equal((await asked(['--config', path])).options.as, undefined);
  assert.equal((await runIn(folder, ['methods', '--config', path])).code, 0);
});

test('what is wrong with a configuration or a variable is one line that names it', async () => {
  const cases: [RegExp, unknown][] = [
    [/has the unknown key "targte"\. Did you mean "target"\?/, { targte: 'y' }],
    [/has the unknown key "qqqqqq"\. Its keys are the long options/, { qqqqqq: 1 }],
    [/has the unknown key "__proto__"/, '{"__proto__": 1}'],
    [/has the unknown key "config"/, { config: 'x' }],
    [/: "seed" is text or a number\./, { seed: [1] }],
    [/: "quiet" is true or false\./, { quiet: 'yes' }],
    [/: "set" is an object of names and values/, { set: { lambda: [1] } }],
    [/: "target" is text, or a list of texts\./, { target: [null] }],
    [/is no JSON object/, [1]],
    [/is no JSON: /, '{'],
  ];
  for (const [says, value] of cases) {
    const path = await write('wrong.json', value);
    const { err, code } = await runIn(folder, ['fit', 'samples/wave.csv', '--config', path]);
    assert.equal(code, 2, err);
    assert.match(err, says);
    assert.ok(err.includes(path));
    assert.match(err, /^kernelscope: [^\n]+\n$/);
  }
  const none = await runIn(folder, ['methods', '--config', join(folder, 'none.json')]);
  assert.match(none.err, /none\.json: there is no such file/);
  const variable = await runIn(folder, ['methods'], { environment: { KERNELSCOPE_QUIET: 'maybe' } });
  assert.deepEqual([variable.code, variable.err], [2, "kernelscope: KERNELSCOPE_QUIET is 1 or 0, not 'maybe'.\n"]);
  const choice = await runIn(folder, ['fit', 'samples/wave.csv', '--target', '2'], {
    environment: { KERNELSCOPE_LINEAR_ALGEBRA: 'fast' },
  });
  assert.match(choice.err, /--linear-algebra is one of auto, embedded, native, not 'fast'/);
});

test('a configuration is never overwritten', async () => {
  const path = await write('kept.json', { json: join(folder, 'kept.json') });
  const { err, code } = await runIn(folder, ['inspect', 'samples/wave.csv', '--config', path]);
  assert.equal(code, 2);
  assert.match(err, /would overwrite the input/);
});
