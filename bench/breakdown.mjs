// node bench/breakdown.mjs [--draws N] [--rows N] [--kernels A,…] [--methods A,…] [--quick] [--json]
// R² against the noise-free sin(πx/2) of every robust method with every kernel: noise of 0.1, a tenth of the targets 10², 10⁴ or 10⁸ deviations
// off, and Cauchy noise. Median and worst draw of each. The random draws are those that the unit tests take one of.
// --quick   one draw of few rows and one kernel: whether it runs, not a figure of record
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleOurs } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';

const { values: options } = parseArgs({
  options: {
    draws: { type: 'string', default: '20' },
    rows: { type: 'string', default: '300' },
    kernels: { type: 'string', default: 'auto,gaussian,laplace,matern52,matern32' },
    methods: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const request = options.quick
  ? { draws: 1, rows: 60, kernels: ['gaussian'], methods: ['huber', 'kl-inf'] }
  : {
      draws: Number(options.draws),
      rows: Number(options.rows),
      kernels: options.kernels.split(','),
      methods: options.methods.split(',').filter((id) => id !== ''),
    };
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  const program = join(folder, 'ours.mjs');
  const entry = { entryPoints: ['bench/breakdown/ours.mjs'], define: { KERNELSCOPE_VERSION: '"bench"' } };
  await bundleOurs(entry, program);
  const asked = [program, JSON.stringify(request)];
  const { stdout, status } = spawnSync(process.execPath, asked, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.exitCode = status ?? 1;
  if (!options.json) console.log(tableHead('breakdown').join('\n'));
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const row = { ...JSON.parse(line), runtime: `node ${process.versions.node}` };
    console.log(options.json ? JSON.stringify(row) : tableLine('breakdown', row));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
