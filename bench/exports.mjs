// node bench/exports.mjs [--only differences|sizes|seconds] [--quick] [--json]
// How far each export is from `kernelscope predict`, for every method, kernel and map of features (the cases of test/export), and how large and fast the
// exports of some models are. Needs the Python of the tests (out/python), but for the sizes. The tables are those of docs/export.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOurs } from './harness/sideBySide.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
try {
  // It compiles the core from its sources, which it finds from a folder of the project.
  const program = fileURLToPath(new URL('../out/benchExports.mjs', import.meta.url));
  const entry = { entryPoints: ['bench/exports/ours.mjs'], define: { KERNELSCOPE_VERSION: '"bench"' } };
  await bundleOurs(entry, program);
  const { status } = spawnSync(process.execPath, [program, folder, options.only, ...(options.quick ? ['quick'] : [])], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
