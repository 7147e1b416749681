import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REGISTRIES } from '../../scripts/publish.mjs';

test('the workflow is trusted by the Marketplace, and a person brings a token', () => {
  const words = (/** @type {boolean} */ trusted) => REGISTRIES.marketplace({ version: '1.0.0', trusted });
  assert.ok(words(true).includes('--oidc'));
  assert.ok(!words(false).includes('--oidc'));
});

test('npm gives a pre-release to those alone who ask for it', () => {
  const words = (/** @type {string} */ version) => REGISTRIES.npm({ version, trusted: true });
  assert.deepEqual(words('1.1.0').slice(1), ['./out/kernelscope-1.1.0.tgz', '--access', 'public', '--tag', 'next']);
  assert.equal(words('1.2.0').at(-1), 'latest');
});
