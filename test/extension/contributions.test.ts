import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { MethodSpec } from '../../src/engine/contract/method';
import { methods } from '../../src/engine/methods/registry';
import { COMMAND, methodCommand, SETTING } from '../../src/extension/ids';
import { methodCommands, methodTitle } from '../../src/extension/manifest/commands';
import { manifest } from '../../src/extension/manifest/manifest';
import { hasChoice } from '../../src/extension/picks/field';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

test('package.json and package.nls.json are as the code says', () => {
  const check = spawnSync(process.execPath, ['scripts/contributions.mjs', '--check'], { encoding: 'utf8' });
  assert.equal(check.status, 0, check.stderr);
});

test('every text key is there and used once, and every picture exists', () => {
  const { fields, texts } = manifest(methods);
  const json = JSON.stringify(fields);
  const keys = [...json.matchAll(/%([^%"]+)%/g)].map(([, key]) => key);
  assert.deepEqual([...keys].sort(), Object.keys(texts).sort());
  for (const [, picture] of json.matchAll(/"(media\/[^"]+)"/g)) assert.ok(existsSync(picture), picture);
});

test('every command is contributed with a title, and every method has one', () => {
  const { contributes, kernelscope } = read('package.json');
  const contributed = contributes.commands.map(({ command }: { command: string }) => command).sort();
  assert.deepEqual(contributed, [...methods.map(({ id }) => methodCommand(id)), ...Object.values(COMMAND)].sort());
  assert.deepEqual(
    kernelscope.methods.map(({ id }: { id: string }) => id),
    methods.map(({ id }) => id),
  );
});

test('the submenu begins with the methods most come for, then the others by family, then what is no fit', () => {
  const { menus } = read('package.json').contributes;
  const texts = read('package.nls.json');
  const groups = new Map<string, string[]>();
  const items = (menus['kernelscope.menu'] as { command: string; group: string }[]).map(({ command, group }) => {
    const [name, place] = group.split('@');
    return { name, place: Number(place), title: texts[command.replace('kernelscope.', 'command.')] as string };
  });
  items.sort((a, b) => a.name.localeCompare(b.name) || a.place - b.place);
  for (const { name, title } of items) groups.set(name, [...(groups.get(name) ?? []), title]);
  const [first, ...rest] = [...groups.values()];
  assert.equal(first[0], 'Fit Kernel Ridge Regression…');
  assert.ok(first.length <= 4, first.join());
  const isFit = (title: string) => title.endsWith('…') && title.startsWith('Fit ');
  for (const family of ['spectral', 'robust', 'features', 'components'] as const) {
    const titles = methods.filter((method) => method.family === family).map(methodTitle);
    const [others = []] = rest.filter((group) => group.some((title) => titles.includes(title)));
    assert.deepEqual([...first.filter((title) => titles.includes(title)), ...others].sort(), titles.sort(), family);
  }
  assert.deepEqual(rest.flat().filter((title) => isFit(title)).length + first.length, methods.length);
  for (const { id } of methods) assert.match(methodCommand(id), /^kernelscope\.[a-z][A-Za-z0-9]*$/);
  assert.equal(new Set(items.map(({ title }) => title)).size, items.length);
});

test('ids with digits and hyphens become commands', () => {
  const ids = ['ksgd', 'kl-inf', 'kl1', 'rf-kpca'];
  assert.deepEqual(
    ids.map((id) => methodCommand(id)),
    ['kernelscope.ksgd', 'kernelscope.klInf', 'kernelscope.kl1', 'kernelscope.rfKpca'],
  );
});

test('a family stands together in the menu, wherever its methods are in the list', () => {
  const spec = (id: string, family: MethodSpec['family']) =>
    ({ id, title: id, summary: '', source: '', family, parameters: [] }) satisfies MethodSpec;
  const made = methodCommands([
    spec('krr', 'spectral'),
    spec('huber', 'robust'),
    spec('kgf', 'spectral'),
    spec('svr', 'robust'),
  ]);
  assert.deepEqual(
    made.map(({ submenu }) => submenu),
    ['1_first@1', '3_robust@2', '2_spectral@3', '3_robust@4'],
  );
});

test('a setting whose name means something else to another method says both', () => {
  const texts = read('package.nls.json');
  assert.match(
    texts['setting.defaults.k'],
    /directions.*\(`ckrr-hard`, `three-zone`\)\n\n.*random features.*\(`ckrr-soft`\)/s,
  );
  assert.doesNotMatch(texts['setting.defaults.seed'], /\n/);
  assert.doesNotMatch(texts['setting.defaults.kernel'], /`krr`/);
});

test('defaults.* follow the parameters: a rule is null, a default that all share is itself, and any choice may be set', () => {
  const { properties } = read('package.json').contributes.configuration;
  assert.deepEqual(properties['kernelscope.defaults.holdout'].default, 0.2);
  const all = methods.flatMap(({ parameters }) => parameters).filter(hasChoice);
  for (const { name, default: value, choices = [] } of all) {
    const setting = properties[`kernelscope.defaults.${name}`];
    assert.ok(setting, name);
    const shared = all.every((other) => other.name !== name || other.default === value);
    assert.equal(setting.default, (shared ? value : undefined) ?? null, name);
    for (const choice of choices) assert.ok(setting.enum?.includes(choice), `${name}: ${choice}`);
    assert.equal(setting.scope, 'resource');
  }
});

test('a workspace that is not trusted cannot switch on native libraries', () => {
  const { capabilities, contributes } = read('package.json');
  // VS Code reads the restricted settings of extensions with limited support only.
  assert.equal(capabilities.untrustedWorkspaces.supported, 'limited');
  assert.deepEqual(capabilities.untrustedWorkspaces.restrictedConfigurations, [SETTING.linearAlgebra]);
  const setting = contributes.configuration.properties[SETTING.linearAlgebra];
  assert.equal(setting.default, 'embedded');
  assert.equal(setting.scope, 'machine-overridable');
  assert.equal(setting.enum.length, setting.markdownEnumDescriptions.length);
});
