import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { editorSettingsIn } from '../../src/doors/runs/history';
import { RunStore } from '../../src/doors/runs/store';
import { MCP_PROVIDER } from '../../src/extension/ids';
import { manifest } from '../../src/extension/manifest/manifest';
import { offerMcpServers } from '../../src/extension/mcpServer';
import { RememberedChoices } from '../../src/extension/remembered';
import type { Services } from '../../src/extension/services';
import { testFolder } from '../testFolder';
import { foldersChanged, lm, mcpProviders, trustGranted, Uri, workspace } from './fakeVscode';
import { memory } from './memory';

const extension = Uri.file('/ext') as unknown as import('vscode').Uri;
const folder = (path: string, scheme = 'file') => ({ name: path, uri: Uri.from({ scheme, path }) });
const history = join(testFolder(), 'runs');
const remembered = new RememberedChoices(memory().keep);
const services = { store: new RunStore(history), remembered, log: { error: assert.fail } } as unknown as Services;
let offered: ReturnType<typeof offerMcpServers> = [];
const servers = () => mcpProviders.get(MCP_PROVIDER)?.provideMcpServerDefinitions() ?? [];

beforeEach(() => {
  workspace.workspaceFolders = [folder('/a'), folder('/b c'), folder('/x', 'memfs')];
  offered = offerMcpServers(extension, services);
});
afterEach(() => {
  for (const one of offered) one.dispose();
  workspace.workspaceFolders = undefined;
  workspace.isTrusted = true;
});

test('the server that comes with the extension is offered for the folders on disk, under the id of the manifest', () => {
  const { contributes } = manifest([]).fields as { contributes: { mcpServerDefinitionProviders: { id: string }[] } };
  assert.deepEqual(
    contributes.mcpServerDefinitionProviders.map(({ id }) => id),
    [...mcpProviders.keys()],
  );
  const [{ label, command, args, env, version }, ...others] = servers();
  assert.deepEqual(others, []);
  assert.deepEqual([label, command], ['Kernelscope', process.execPath]);
  assert.deepEqual(args, ['/ext/dist/cli.js', 'mcp', '--history', history, '/a', '/b c']);
  assert.deepEqual(env, { ELECTRON_RUN_AS_NODE: '1' });
  assert.match(version, /^\d+\.\d+\.\d+/);
});

test('a workspace that is not trusted, and one without folders on disk, is offered none', () => {
  workspace.isTrusted = false;
  assert.deepEqual(servers(), []);
  workspace.isTrusted = true;
  for (const folders of [undefined, [], [folder('/x', 'memfs')]]) {
    workspace.workspaceFolders = folders;
    assert.deepEqual(servers(), []);
  }
});

test('other folders and trust are told at once', () => {
  let told = 0;
  mcpProviders.get(MCP_PROVIDER)?.onDidChangeMcpServerDefinitions(() => told++);
  foldersChanged.fire();
  assert.equal(told, 1);
  trustGranted.fire();
  assert.equal(told, 2);
  for (const one of offered) one.dispose();
  foldersChanged.fire();
  assert.equal(told, 2);
  assert.equal(mcpProviders.size, 0);
});

test('what the person has said of files lies beside the runs once a server starts, and follows every change', async () => {
  await remembered.set('file:///a/x.csv', { target: 'y', read: { decimal: ',' } });
  assert.deepEqual(await editorSettingsIn(history), { defaults: {}, readings: {} });
  await mcpProviders.get(MCP_PROVIDER)?.resolveMcpServerDefinition({});
  assert.deepEqual((await editorSettingsIn(history)).readings, { 'file:///a/x.csv': { decimal: ',' } });
  await remembered.set('file:///a/x.csv', { target: 'y', read: { decimal: '.' } });
  const said = async () => JSON.stringify(await editorSettingsIn(history));
  for (let i = 0; i < 100 && (await said()).includes('","'); i++) await setTimeout(20);
  assert.deepEqual((await editorSettingsIn(history)).readings, { 'file:///a/x.csv': { decimal: '.' } });
});

test('an editor that knows no such servers is left alone', () => {
  const { registerMcpServerDefinitionProvider } = lm;
  delete lm.registerMcpServerDefinitionProvider;
  try {
    assert.deepEqual(offerMcpServers(extension, services), []);
  } finally {
    lm.registerMcpServerDefinitionProvider = registerMcpServerDefinitionProvider;
  }
});
