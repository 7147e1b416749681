// npm run package [-- --all-platforms | --target linux-x64]
// Builds and packs out/kernelscope.vsix with vsce, deflated harder. It runs everywhere; the bridge to native libraries is in it for this platform,
// or, for publishing, for all the common ones. With --target it packs out/kernelscope-linux-x64.vsix for that platform alone, with OpenBLAS.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addPlatforms } from './koffi.mjs';
import { plainEnvironment } from './npm.mjs';
import { addOpenBlas, WHEELS } from './openblas.mjs';
import { packaging } from './packaging.mjs';
import { build, root } from './prerequisites.mjs';
import { isMain } from './processes.mjs';
import { isPreRelease } from './versions.mjs';

/**
 * A copy of what .vscodeignore lets in, with OpenBLAS and with the bridge for one platform alone: the universal package sees nothing of these.
 * @param {string} target
 * @param {string} [wheel] the folder of an unpacked one
 */
export function staged(target, wheel) {
  if (!Object.hasOwn(WHEELS, target))
    throw new Error(`There is a package with OpenBLAS for ${Object.keys(WHEELS).join(', ')}.`);
  const folder = join(root, 'out', target);
  rmSync(folder, { recursive: true, force: true });
  const starts = readFileSync(join(root, '.vscodeignore'), 'utf8').match(/(?<=^!)[^/*\n]+/gm) ?? [];
  for (const name of readdirSync(root))
    if (name === '.vscodeignore' || starts.some((start) => name.startsWith(start)))
      cpSync(join(root, name), join(folder, name), { recursive: true });
  appendFileSync(join(folder, '.vscodeignore'), '!dist/kernelscope.libs/*\n');
  addPlatforms(root, join(folder, 'dist/koffi'), [target]);
  const binaries = join(folder, 'dist/koffi/build/koffi');
  for (const name of readdirSync(binaries))
    if (name !== target.replace('-', '_')) rmSync(join(binaries, name), { recursive: true });
  addOpenBlas(target, join(folder, 'dist'), wheel);
  return folder;
}

/**
 * Returns the path of the package. What is `built` is packed as it is; what `earlier`, the path of another package, holds too need not be deflated again.
 * @param {{ allPlatforms?: boolean, built?: boolean, target?: string, wheel?: string, earlier?: string }} [options]
 */
export function packVsix({ allPlatforms = false, built = false, target, wheel, earlier } = {}) {
  const { node, vsce } = packaging();
  if (!built) build();
  if (allPlatforms) addPlatforms(root, join(root, 'dist/koffi'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(root, target === undefined ? 'out/kernelscope.vsix' : `out/kernelscope-${target}.vsix`);
  mkdirSync(join(root, 'out'), { recursive: true });
  // Everything is bundled; links and pictures become those of the repository.
  const platform = target === undefined ? [] : ['--target', target];
  const args = ['package', ...platform, '--no-dependencies', '--readme-path', 'MARKETPLACE.md', '--out', file];
  const { status, stdout, stderr } = spawnSync(
    node,
    [vsce, ...args, ...(isPreRelease(version) ? ['--pre-release'] : [])],
    { cwd: target === undefined ? root : staged(target, wheel), env: plainEnvironment(), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`vsce could not pack the extension:\n${stdout}${stderr}`);
  const warnings = `${stdout}${stderr}`.split('\n').filter((line) => /^\s*(WARNING|ERROR)\b/.test(line));
  if (warnings.length > 0) throw new Error(`vsce packed the extension, and warns:\n${warnings.join('\n')}`);
  const pack = [join(root, 'scripts/packedAnew.mjs'), file, ...(earlier === undefined ? [] : [earlier])];
  const anew = spawnSync(process.execPath, pack, { encoding: 'utf8' });
  if (anew.status !== 0) throw new Error(`the extension could not be packed anew:\n${anew.stdout}${anew.stderr}`);
  return file;
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { 'all-platforms': { type: 'boolean' }, target: { type: 'string' } } });
  console.log(packVsix({ allPlatforms: values['all-platforms'], target: values.target }));
}
