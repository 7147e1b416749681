// npm run package
// Builds and packs out/kernelscope.vsix with vsce.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostNode, installHost, vsce } from '../test/host/install.mjs';
import { plainEnvironment } from './npm.mjs';
import { build, root } from './prerequisites.mjs';

/** Returns the path of the package. */
export function packVsix() {
  installHost();
  build();
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

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packVsix());
