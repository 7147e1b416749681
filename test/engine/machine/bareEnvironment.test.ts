import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareEnvironment, LIBRARY_SETTINGS, openSearchPath } from '../../../src/engine/machine/bareEnvironment';

test('a process that loads libraries gets no secret, no preloaded code and no way to the working folder', () => {
  const bare = bareEnvironment(
    {
      HOME: '/home/a',
      AWS_SECRET_ACCESS_KEY: 'x',
      LD_PRELOAD: '/tmp/x.so',
      NODE_OPTIONS: '--require /tmp/x.js',
      PATH: ':/usr/bin:.:bin',
      LD_LIBRARY_PATH: ':/opt/x:lib',
      DYLD_LIBRARY_PATH: '.',
    },
    ':',
  );
  assert.deepEqual(bare, { ...LIBRARY_SETTINGS, HOME: '/home/a', PATH: '/usr/bin', LD_LIBRARY_PATH: '/opt/x' });
});

test('how long threads of a library spin is what the person says, if anything', () => {
  const { KMP_BLOCKTIME } = LIBRARY_SETTINGS;
  assert.deepEqual(bareEnvironment({ OPENBLAS_THREAD_TIMEOUT: '26' }), {
    KMP_BLOCKTIME,
    OPENBLAS_THREAD_TIMEOUT: '26',
  });
  assert.deepEqual(bareEnvironment({}), LIBRARY_SETTINGS);
});

test('an entry of the search path that means the working folder is noticed', {
  skip: process.platform !== 'linux',
}, () => {
  for (const open of [':/opt/x', '/opt/x:', '/a::/b', '.', 'lib:/a'])
    assert.equal(openSearchPath({ LD_LIBRARY_PATH: open }), 'LD_LIBRARY_PATH', open);
  for (const closed of [undefined, '', '/opt/x', '/a:/b'])
    assert.equal(openSearchPath({ LD_LIBRARY_PATH: closed }), undefined);
});
