// npm run package [-- --all-platforms]
// Builds and packs out/kernelscope.vsix with vsce. It runs everywhere; the bridge to native libraries is in it for this platform,
// or, for publishing, for all the common ones.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostNode, installHost, vsce } from '../test/host/install.mjs';
import { addAllPlatforms } from './koffi.mjs';
import { plainEnvironment } from './npm.mjs';
import { build, root } from './prerequisites.mjs';

/**
 * Returns the path of the package. What is `built` is packed as it is.
 * @param {{ allPlatforms?: boolean, built?: boolean }} [options]
 */
export function packVsix({ allPlatforms = false, built = false } = {}) {
  installHost();
  if (!built) build();
  if (allPlatforms) addAllPlatforms(root, join(root, 'dist/koffi'));
  const file = join(root, 'out/kernelscope.vsix');
  mkdirSync(join(root, 'out'), { recursive: true });
  // Everything is bundled, and the README's pictures stand in the repository and not in the package.
  const args = [
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '-o',
    file,
  ];
  const { status, stdout, stderr } = spawnSync(hostNode, [vsce, ...args], {
    cwd: root,
    env: plainEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`vsce could not pack the extension:\n${stdout}${stderr}`);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(packVsix({ allPlatforms: process.argv.includes('--all-platforms') }));
}
