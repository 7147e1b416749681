// Disks fill, and places are prepared by strangers: everything written goes through the few files that check whether
// all of it was, and where it went.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './metafiles.mjs';
import { sourceImports } from './sourceImports.mjs';

/** The source files that may change a file, each with the functions that it may call for it. */
const WRITERS = {
  'src/engine/machine/atomicWrite.ts': 'copyFile mkdir open rename',
  'src/engine/machine/writeUnfollowed.ts': 'copyFile link rm rmdir',
  'src/engine/machine/heldFolder.ts': 'mkdir open',
  'src/engine/machine/aside.ts': 'open',
  'src/engine/machine/unfinished.ts': 'rm rmSync rmdirSync',
  'src/engine/machine/libraryMemory.ts': 'rm rmSync writeFileSync',
  'src/engine/clusterSteps.ts': 'writeFile',
  'src/cli/process.ts': 'writeFileSync',
  'src/cluster/fitOnCluster.ts': 'mkdir',
  'src/doors/runs/runFiles.ts': 'open rm',
  'src/reproduce/pieces.ts': 'mkdirSync renameSync writeFileSync',
  // These open for reading.
  'src/engine/cluster/planPart.ts': 'open',
  'src/platform/node.ts': 'open',
};
const READERS =
  /^(access|existsSync|lstat|read\w*|realpath\w*|stat|statSync|fstatSync|createReadStream|constants|type \w+|Stats|FileHandle)$/;
const IMPORT = /import (type )?(?:\{([^}]*)\}|[^;]*?) from '(?:node:)?fs(?:\/promises)?'/g;

const files = [...sourceImports().keys()];
const textOf = (file) => readFileSync(join(root, file), 'utf8');

test('only files that are known to write import what writes', () => {
  const found = Object.fromEntries(
    files.flatMap((file) => {
      const names = [...textOf(file).matchAll(IMPORT)].flatMap(([, types, inner]) =>
        types ? [] : inner === undefined ? ['everything'] : inner.split(',').map((name) => name.trim()),
      );
      const writing = names.filter((name) => name !== '' && !READERS.test(name)).sort();
      return writing.length > 0 ? [[file, writing.join(' ')]] : [];
    }),
  );
  assert.deepEqual(
    found,
    Object.fromEntries(Object.entries(WRITERS).sort(([a], [b]) => (files.indexOf(a) < files.indexOf(b) ? -1 : 1))),
  );
});

test('nobody hands out a file handle, and nobody calls its write, which may take less than it is given', () => {
  const handles = files.filter((file) => /\bFileHandle\b/.test(textOf(file)));
  assert.deepEqual(handles.sort(), ['src/engine/machine/aside.ts', 'src/engine/machine/atomicWrite.ts']);
  for (const file of Object.keys(WRITERS)) {
    const calls = textOf(file).match(/\b\w+\.write\(|\bwriteSync\b|\bappendFile\w*|createWriteStream/g) ?? [];
    assert.deepEqual(
      calls.filter((call) => !/^(stdout|stderr)\.write\($/.test(call)),
      [],
      file,
    );
  }
});
