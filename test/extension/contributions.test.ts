import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hasChoice } from '../../src/choices/parameterJson';
import type { MethodSpec } from '../../src/engine/contract/method';
import { methods } from '../../src/engine/methods/registry';
import { COMMAND, methodCommand, SETTING, SUBMENU } from '../../src/extension/ids';
import { methodTitle } from '../../src/extension/manifest/commands';
import { manifest } from '../../src/extension/manifest/manifest';

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

type Item = { readonly command?: string; readonly submenu?: string; readonly group: string };

/** Titles of a menu, group by group, as VS Code sorts them. */
function menu(name: string): string[][] {
  const { menus, submenus } = read('package.json').contributes;
  const texts = read('package.nls.json');
  const title = ({ command, submenu }: Item): string =>
    command === undefined
      ? texts[submenus.find(({ id }: { id: string }) => id === submenu).label.replaceAll('%', '')]
      : texts[command.replace('kernelscope.', 'command.')];
  const groups = new Map<string, [number, string][]>();
  for (const item of menus[name] as Item[]) {
    const [group, place] = item.group.split('@');
    groups.set(group, [...(groups.get(group) ?? []), [Number(place), title(item)]]);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, items]) => items.sort(([a], [b]) => a - b).map(([, words]) => words));
}

test('the menu is short: a fit, the same again, the data, then the methods by what they are for', () => {
  const [fit, methodsGroup, ...others] = menu(SUBMENU.main);
  assert.equal(fit[0], 'Fit…');
  for (const title of ['Fit Again', 'Inspect Data']) assert.ok(fit.includes(title), title);
  assert.deepEqual(methodsGroup, ['Robust', 'Large Files', 'Components', 'All Methods…']);
  assert.deepEqual(others, []);
  assert.ok(fit.length + methodsGroup.length <= 10);
});

test('a family stands together in its submenu, wherever its methods are in the list', () => {
  const titles = (family: MethodSpec['family']) =>
    methods.filter((method) => method.family === family).map(methodTitle);
  assert.deepEqual(menu(SUBMENU.robust), [['Some Outliers…', 'Many Outliers…', 'Ranges…'], ['All Methods…']]);
  assert.deepEqual(menu(SUBMENU.large), [titles('features'), ['Recommend a Method…'], ['Fit on a Cluster…']]);
  assert.deepEqual(menu(SUBMENU.components), [titles('components')]);
});

test('in the palette the fit stands first, whether one types the name of the extension or "fit"', () => {
  const { contributes } = read('package.json');
  const texts = read('package.nls.json');
  const labels = (contributes.commands as { command: string; category: string; title: string }[]).map(
    ({ category, title }) => `${category}: ${texts[title.replaceAll('%', '')]}`,
  );
  // As VS Code sorts commands that are equally recent.
  labels.sort((a, b) => a.localeCompare(b));
  assert.equal(labels[0], 'Kernelscope: Fit…');
  assert.equal(new Set(labels).size, labels.length);
});

test('every method says in one line what it is for', () => {
  for (const { purpose } of methods) assert.match(purpose, /^\p{Ll}.{15,74}[^.]$/u);
  assert.equal(new Set(methods.map(({ purpose }) => purpose)).size, methods.length);
});

test('ids with digits and hyphens become commands', () => {
  const ids = ['ksgd', 'kl-inf', 'kl1', 'rf-kpca'];
  assert.deepEqual(
    ids.map((id) => methodCommand(id)),
    ['kernelscope.ksgd', 'kernelscope.klInf', 'kernelscope.kl1', 'kernelscope.rfKpca'],
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

interface SettingJson {
  readonly type: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly scope?: string;
  readonly properties?: Readonly<Record<string, SettingJson>>;
  readonly markdownEnumDescriptions?: readonly string[];
}

function settingsByKey(): Readonly<Record<string, SettingJson>> {
  const { configuration } = read('package.json').contributes;
  return Object.assign({}, ...configuration.map(({ properties }: { properties: object }) => properties));
}

test('the settings page is short: groups of few, and no choice called "null"', () => {
  const { configuration } = read('package.json').contributes;
  for (const { properties } of configuration) assert.ok(Object.keys(properties).length <= 4);
  assert.ok(Object.keys(settingsByKey()).length <= 10);
  for (const { enum: choices = [] } of Object.values(settingsByKey())) assert.ok(!choices.includes(null));
});

test('defaults follow the parameters: what a rule chooses has none, and any choice may be set', () => {
  const { properties = {}, scope } = settingsByKey()[SETTING.defaults];
  assert.equal(scope, 'resource');
  assert.deepEqual(properties.holdout.default, 0.2);
  const all = methods.flatMap(({ parameters }) => parameters).filter(hasChoice);
  for (const { name, default: value, choices = [] } of all) {
    const setting = properties[name];
    assert.ok(setting, name);
    const shared = all.every((other) => other.name !== name || other.default === value);
    assert.equal(setting.default, shared ? value : undefined, name);
    for (const choice of choices) assert.ok(setting.enum?.includes(choice), `${name}: ${choice}`);
  }
});

test('a workspace that is not trusted cannot switch on native libraries, and none names the Python of a cluster', () => {
  const { capabilities } = read('package.json');
  // VS Code reads the restricted settings of extensions with limited support only.
  assert.equal(capabilities.untrustedWorkspaces.supported, 'limited');
  const cluster = [SETTING.clusterEngine, SETTING.clusterAddress, SETTING.clusterPython, SETTING.clusterDetails];
  const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
  assert.deepEqual(restrictedConfigurations, [SETTING.linearAlgebra, ...cluster]);
  for (const key of [SETTING.clusterPython, SETTING.clusterDetails])
    assert.equal(settingsByKey()[key].scope, 'machine');
  const setting = settingsByKey()[SETTING.linearAlgebra];
  assert.equal(setting.default, 'auto');
  assert.equal(setting.scope, 'machine-overridable');
  assert.equal(setting.enum?.length, setting.markdownEnumDescriptions?.length);
});

test('keys are distinct chords, hold where their commands know what they are about, and spare AltGr', () => {
  const { keybindings, commands } = read('package.json').contributes as {
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when: string;
    }[];
    readonly commands: readonly { readonly command: string }[];
  };
  assert.equal(new Set(keybindings.map(({ key }) => key)).size, keybindings.length);
  for (const { command, key, when } of keybindings) {
    assert.ok(
      commands.some((entry) => entry.command === command),
      command,
    );
    assert.match(when, /resourceFilename|activeWebviewPanelId/);
    assert.doesNotMatch(key, /ctrl\+alt|alt\+ctrl/);
  }
  const wanted = [
    COMMAND.fit,
    COMMAND.fitAgain,
    COMMAND.compare,
    COMMAND.predict,
    COMMAND.nextTab,
    COMMAND.previousTab,
  ];
  assert.deepEqual(keybindings.map(({ command }) => command).toSorted(), [...wanted].toSorted());
  const page = readFileSync('docs/tour.md', 'utf8');
  assert.ok(page.includes('| Alt+K F | Ctrl+Alt+K F | Fit |'));
});
