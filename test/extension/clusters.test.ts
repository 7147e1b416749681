import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Clusters } from '../../src/extension/cluster/clusters';
import { reset, shown, workspace } from './fakeVscode';

const ENGINE = 'kernelscope.cluster.engine';
const ADDRESS = 'kernelscope.cluster.address';
const PYTHON = 'kernelscope.cluster.python';

const DETAILS = 'kernelscope.cluster.details';

type Values = Record<string, string | Record<string, unknown>>;
let global: Values = {};
let ofWorkspace: Values = {};
beforeEach(() => {
  [global, ofWorkspace, workspace.isTrusted] = [{}, {}, true];
  const configuration = {
    get: (_: string, otherwise: unknown) => otherwise,
    inspect: (key: string) => ({ globalValue: global[key], workspaceValue: ofWorkspace[key] }),
    update: async (key: string, value: string) => {
      global[key] = value;
    },
  };
  Object.assign(workspace, { getConfiguration: () => configuration });
  reset();
});

/** Answers the pick with its second item, the inputs in turn, and messages with the button said. */
const answering = (inputs: string[], button?: string) => {
  const left = [...inputs];
  reset((place, options) => {
    if (place === 'pick') return options[1];
    return place === 'input' ? left.shift() : options.find((option) => option === button);
  });
};
const questions = () => shown.filter(({ place }) => place === 'input' || place === 'pick').map(({ text }) => text);

test('what is not set is asked for once a window, and becomes a setting only where the person agrees', async () => {
  const clusters = new Clusters('/scripts');
  answering(['tcp://host:8786', '/usr/bin/python3']);
  const place = await clusters.choose(true);
  assert.deepEqual(place, { engine: 'dask', address: 'tcp://host:8786' });
  assert.ok(shown.some(({ text }) => text.includes('Dask at tcp://host:8786 with /usr/bin/python3 next time too')));
  assert.deepEqual(global, {});
  reset();
  assert.deepEqual(await clusters.choose(true), place);
  assert.equal((await clusters.adapter(place)).program, '/usr/bin/python3');
  assert.deepEqual(questions(), []);
  answering(['', 'python3'], 'Keep as My Settings');
  assert.deepEqual(await new Clusters('/scripts').choose(true), { engine: 'dask' });
  await new Promise(setImmediate);
  assert.deepEqual(global, { [ENGINE]: 'dask', [ADDRESS]: '', [PYTHON]: 'python3' });
  reset();
  assert.deepEqual(await new Clusters('/scripts').choose(true), { engine: 'dask' });
  assert.deepEqual(questions(), []);
});

test('a workspace names the cluster, and never the program', async () => {
  global = { [PYTHON]: 'python3' };
  ofWorkspace = { [ENGINE]: 'spark', [ADDRESS]: 'spark://host:7077', [PYTHON]: './evil' };
  const clusters = new Clusters('/scripts');
  const place = await clusters.choose(false);
  assert.deepEqual(place, { engine: 'spark', address: 'spark://host:7077' });
  assert.equal((await clusters.adapter(place)).program, 'python3');
  assert.deepEqual(questions(), []);
});

test('details come from the machine alone, and only those that the engine takes', async () => {
  const details = { node: '/opt/node', 'tls-ca': '/ca.pem', 'tls-key': '', engine: '/evil.js', 'tls-cert': 3 };
  global = { [ENGINE]: 'dask', [PYTHON]: 'python3', [DETAILS]: details };
  ofWorkspace = { [DETAILS]: { node: './evil' } };
  const clusters = new Clusters('/scripts');
  const told = async () => (await clusters.adapter(await clusters.choose(false))).details;
  assert.deepEqual(await told(), { node: '/opt/node', 'tls-ca': '/ca.pem' });
  global = { ...global, [ENGINE]: 'spark' };
  assert.deepEqual(await told(), { node: '/opt/node' });
});

test('a workspace that nobody has trusted has no cluster, and a call that asks nobody says what to set', async () => {
  await assert.rejects(new Clusters('/scripts').choose(false), /Set kernelscope\.cluster\.engine to spark or dask/);
  global = { [ENGINE]: 'spark', [PYTHON]: 'python3' };
  workspace.isTrusted = false;
  const clusters = new Clusters('/scripts');
  await assert.rejects(clusters.choose(true), /only trusted workspaces may/);
  await assert.rejects(clusters.adapter({ engine: 'spark' }), /only trusted workspaces may/);
});

test('the cluster of a run that the settings do not name is used only once the person has let it in', async () => {
  global = { [ENGINE]: 'spark', [ADDRESS]: 'spark://mine:7077', [PYTHON]: 'python3' };
  const clusters = new Clusters('/scripts');
  const foreign = { engine: 'dask', address: 'tcp://elsewhere:1' } as const;
  await assert.rejects(clusters.adapter(foreign), /Cancelled/);
  answering([], 'Use It');
  assert.deepEqual((await clusters.adapter(foreign)).place, foreign);
  assert.match(shown[0].text, /Dask at tcp:\/\/elsewhere:1/);
  reset();
  assert.deepEqual((await clusters.adapter(foreign)).place, foreign);
  assert.deepEqual(shown, []);
});
