import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCopy } from '../../src/extension/commands/openSample';
import { files, reset, Uri } from './fakeVscode';

const text = (words: string) => new TextEncoder().encode(words);
const sample = Uri.file('/extension/samples/wave.csv');
const folder = Uri.file('/kept/samples');
const copy = async () => (await sampleCopy(sample as never, folder as never, 'wave')).path;

test('a sample is copied once, and what a person has under its name is never overwritten', async () => {
  reset();
  files.set(sample.toString(), text('a,y'));
  assert.equal(await copy(), '/kept/samples/wave.csv');
  assert.equal(await copy(), '/kept/samples/wave.csv');
  files.set(Uri.file('/kept/samples/wave.csv').toString(), text('edited'));
  assert.equal(await copy(), '/kept/samples/wave-2.csv');
  assert.equal(await copy(), '/kept/samples/wave-2.csv');
  assert.deepEqual(files.get(Uri.file('/kept/samples/wave.csv').toString()), text('edited'));
  assert.deepEqual(files.get(sample.toString()), text('a,y'));
});
