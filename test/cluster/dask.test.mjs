import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testEngine } from './engineTests.mjs';
import { adapter, STEPS } from './fits.mjs';
import { daskMachines } from './machines.mjs';

testEngine({ engine: 'dask', begin: daskMachines, at: '--scheduler', header: 'none', target: '4' }, (bench) => {
  test('a worker without room for files says so', async () => {
    const { machines, run } = bench;
    const limited = async (/** @type {number} */ bytes) => {
      for (const i of [0, 1]) limitFiles(machines.computing(i), `${bytes}:`);
      const { code, failure } = await run(['--installed']);
      assert.equal(code, 1);
      return failure?.message ?? '';
    };
    assert.match(await limited(100), /^The Dask workers do not take what is sent to them: .*File too large/);
    // More than what is sent, and less than the plan.
    const sums = /^Dask gave up: Files cannot be set aside on \S+: File too large\. Free some space/;
    assert.match(await limited(statSync(bench.alone.plan).size - 1), sums);
    for (const i of [0, 1]) limitFiles(machines.computing(i), 'unlimited:');
  });

  test('workers behind TLS let in who has a certificate, and nobody else', async () => {
    const folder = join(bench.folder, 'tls');
    mkdirSync(folder);
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert];
    assert.equal(spawnSync('openssl', [...made, ...names]).status, 0, 'openssl');
    const security = ['--tls-ca-file', cert, '--tls-cert', cert, '--tls-key', key];
    const machines = await daskMachines(folder, { security, workers: 1 });
    try {
      const { few } = bench;
      const to = join(folder, 'steps');
      const words = [few.plan, '--scheduler', machines.address, '--steps', to];
      const keys = ['--tls-ca', cert, '--tls-cert', cert, '--tls-key', key];
      const [admitted, refused] = await Promise.all([
        adapter('dask', [...words, ...keys], {}),
        adapter('dask', words, {}),
      ]);
      assert.match(machines.address, /^tls:/);
      assert.equal(admitted.code, 0, admitted.log);
      for (const [i, step] of STEPS.entries()) assert.ok(few.steps[i].equals(readFileSync(join(to, step))), step);
      assert.equal(refused.code, 1);
      assert.match(refused.failure?.message ?? '', /^The Dask scheduler at tls:\S+ does not let this client in: /);
    } finally {
      await machines.close();
    }
  });
});

/** Bytes that a process may write to a file, as prlimit has them. @param {number | undefined} pid @param {string} bytes */
function limitFiles(pid, bytes) {
  assert.equal(spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]).status, 0, 'prlimit');
}
