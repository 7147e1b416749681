import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { methods } from '../../src/engine/methods/registry';
import { COMMAND, methodCommand, SETTING } from '../../src/extension/ids';
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

test('defaults.* follow the parameters: a rule is null, a fixed default is itself', () => {
  const { properties } = read('package.json').contributes.configuration;
  assert.deepEqual(properties['kernelscope.defaults.holdout'].default, 0.2);
  for (const schema of methods.flatMap(({ parameters }) => parameters).filter(hasChoice)) {
    const { name, default: value } = schema;
    const setting = properties[`kernelscope.defaults.${name}`];
    assert.ok(setting, name);
    assert.equal(setting.default, value ?? null, name);
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
