import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/prerequisites.mjs';
import { endGroup, LEADER } from '../../scripts/processes.mjs';

test('a script that is started by way of a link is the main one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-link-'));
  try {
    symlinkSync(root, join(folder, 'link'), 'junction');
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'link/scripts/publish.mjs'), 'nowhere'], {
      encoding: 'utf8',
    });
    assert.match(stderr, /Write one of marketplace, openvsx, npm/);
    assert.equal(status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a process is ended with what it has started', async () => {
  const wait = 'setInterval(() => {}, 1000)';
  const hello = `console.log(process.pid); ${wait}`;
  const leader = spawn(
    process.execPath,
    ['-e', `require('node:child_process').spawn(process.execPath, ['-e', '${hello}'], { stdio: 'inherit' }); ${wait}`],
    { ...LEADER, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [said] = await once(leader.stdout, 'data');
  const started = Number(said);
  process.kill(started, 0);
  endGroup(leader, 'SIGKILL');
  // The pipe is closed once both have gone, since both hold it.
  await once(leader, 'close');
  endGroup(leader, 'SIGKILL');
});
