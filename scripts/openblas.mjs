// OpenBLAS for a package of one platform: the library of the wheel that numpy and scipy are built with, as it is (docs/dependencies.md).
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const [NAME, VERSION] = ['scipy_openblas32', '0.3.34.481.3'];
/**
 * Platforms that have a package of their own, each with its wheel in pip's words, the wheel's SHA-256 and the library in it.
 * @type {Record<string, { platform: string, sha256: string, library: string }>}
 */
export const WHEELS = {
  'linux-x64': {
    platform: 'manylinux_2_28_x86_64',
    sha256: '0595f94cd58c1f8a0d90c975621f4587337a003916b1979e834ebdf2cb5d9504',
    library: 'libscipy_openblas.so',
  },
};

/**
 * Puts the library where `dist` looks for it, and its licences into the notices there. Without `unpacked`, the folder of an unpacked wheel, pip gets the
 * wheel and refuses any other than the one that is pinned.
 */
export function addOpenBlas(
  /** @type {string} */ target,
  /** @type {string} */ dist,
  /** @type {string | undefined} */ unpacked,
) {
  const folder = unpacked ?? mkdtempSync(join(tmpdir(), 'kernelscope-wheel-'));
  try {
    if (unpacked === undefined) getWheel(WHEELS[target], folder);
    const { library } = WHEELS[target];
    mkdirSync(join(dist, 'kernelscope.libs'));
    copyFileSync(join(folder, NAME, 'lib', library), join(dist, 'kernelscope.libs', library));
    const licences = readFileSync(join(folder, `${NAME}-${VERSION}.dist-info/licenses/LICENSE.txt`), 'utf8');
    appendFileSync(
      join(dist, 'THIRD-PARTY-NOTICES.txt'),
      `\n${'-'.repeat(80)}\n\n${NAME} ${VERSION} (BSD-3-Clause)\n\n${licences}`,
    );
  } finally {
    if (unpacked === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Unpacks a wheel into a folder. Throws where pip cannot get it, or gets another one. */
function getWheel({ platform, sha256 }, /** @type {string} */ folder) {
  const pinned = join(folder, 'requirements.txt');
  writeFileSync(pinned, `${NAME}==${VERSION} --hash=sha256:${sha256}\n`);
  const words = ['--quiet', '--disable-pip-version-check', 'download', '--no-deps', '--only-binary=:all:'];
  python(['-m', 'pip', ...words, '--platform', platform, '--require-hashes', '-r', pinned, '-d', folder]);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  python(['-m', 'zipfile', '-e', join(folder, String(wheel)), folder]);
}

function python(/** @type {string[]} */ words) {
  const { status, error } = spawnSync(process.platform === 'win32' ? 'python' : 'python3', words, { stdio: 'inherit' });
  if (status !== 0)
    throw new Error(`python ${words.slice(0, 2).join(' ')} did not get OpenBLAS. ${error?.message ?? ''}`);
}
