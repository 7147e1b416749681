// The parts that every benchmark beside a peer needs: our side as one file, the peer's environment, medians and
// spreads.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PEER_PYTHON } from '../../scripts/prerequisites.mjs';
import { sourcePlugins } from '../../scripts/sourcePlugins.mjs';

/** The Python of the peers: their newest versions where `npm run bench -- setup` could get them, Debian's otherwise; never another on the path. */
export const PYTHON = existsSync(PEER_PYTHON) ? PEER_PYTHON : '/usr/bin/python3';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The environment without the settings that some shells preset and that keep OpenBLAS from choosing its own kernels. */
export function peerEnvironment() {
  const { OPENBLAS_CORETYPE: _type, OPENBLAS_L2_SIZE: _size, ...env } = process.env;
  return env;
}

/**
 * Bundles `entry`, esbuild's `entryPoints` or `stdin`, into the module `outfile`. Paths count from the project's folder.
 * @param {import('esbuild').BuildOptions} entry
 */
export async function bundleOurs(entry, outfile) {
  await build({
    ...entry,
    define: { KERNELSCOPE_VERSION: '"bench"', ...entry.define },
    absWorkingDir: root,
    outfile,
    plugins: sourcePlugins,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** "2.98–3.40": the least and the greatest. */
export function spread(values) {
  return `${figure(Math.min(...values))}–${figure(Math.max(...values))}`;
}

/** Three significant digits, an integer from 100 on. */
export function figure(value) {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
