// The promise of README and the Marketplace: nothing that ships opens a connection.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUNDLES, metafile, root } from './metafiles.mjs';

/** Parts of node that compute, or stay on this machine. */
const LOCAL = new Set(
  'buffer child_process crypto events fs fs/promises module os path readline stream timers/promises url util v8 worker_threads zlib'.split(
    ' ',
  ),
);
/** The names by which a page, or node itself, reaches the network. */
const REACH =
  /\b(fetch|XMLHttpRequest|WebSocket|WebTransport|EventSource|sendBeacon|RTCPeerConnection|importScripts)\b/;
/** Addresses that name a format, a paper that a person may open, or stand in an example. */
const ADDRESSES = /^https?:\/\/(www\.w3\.org|arxiv\.org|jmlr\.org|example\.com)\//;

for (const bundle of BUNDLES)
  test(`${bundle}.js knows no network`, () => {
    const imported = Object.values(metafile(bundle).inputs)
      .flatMap(({ imports }) => imports)
      .map(({ path }) => path)
      .filter((path) => isBuiltin(path))
      .map((path) => path.replace('node:', ''));
    assert.deepEqual(
      imported.filter((name) => !LOCAL.has(name)),
      [],
    );
    const text = readFileSync(join(root, `dist/${bundle}.js`), 'utf8');
    assert.doesNotMatch(text, REACH);
    const addresses = text.match(/https?:\/\/[^\s"'`<>\\)]+/g) ?? [];
    assert.deepEqual(
      addresses.filter((address) => !ADDRESSES.test(address)),
      [],
    );
  });
