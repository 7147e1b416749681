// npm run package [-- --all-platforms]
// Builds and packs out/kernelscope.vsix with vsce. It runs everywhere; the bridge to native libraries is in it for this platform,
// or, for publishing, for all the common ones.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAllPlatforms } from './koffi.mjs';
import { plainEnvironment } from './npm.mjs';
import { packaging } from './packaging.mjs';
import { build, root } from './prerequisites.mjs';
import { isMain } from './processes.mjs';
import { isPreRelease } from './versions.mjs';

/**
 * Returns the path of the package. What is `built` is packed as it is.
 * @param {{ allPlatforms?: boolean, built?: boolean }} [options]
 */
export function packVsix({ allPlatforms = false, built = false } = {}) {
  const { node, vsce } = packaging();
  if (!built) build();
  if (allPlatforms) addAllPlatforms(root, join(root, 'dist/koffi'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(root, 'out/kernelscope.vsix');
  mkdirSync(join(root, 'out'), { recursive: true });
  // Everything is bundled; links and pictures become those of the repository.
  const args = ['package', '--no-dependencies', '--readme-path', 'MARKETPLACE.md', '--out', file];
  const { status, stdout, stderr } = spawnSync(
    node,
    [vsce, ...args, ...(isPreRelease(version) ? ['--pre-release'] : [])],
    { cwd: root, env: plainEnvironment(), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`vsce could not pack the extension:\n${stdout}${stderr}`);
  const warnings = `${stdout}${stderr}`.split('\n').filter((line) => /^\s*(WARNING|ERROR)\b/.test(line));
  if (warnings.length > 0) throw new Error(`vsce packed the extension, and warns:\n${warnings.join('\n')}`);
  return file;
}

if (isMain(import.meta.url)) {
  console.log(packVsix({ allPlatforms: process.argv.includes('--all-platforms') }));
}
