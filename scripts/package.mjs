// npm run package [-- --all-platforms | --target web | --target linux-x64]
// Builds and packs out/kernelscope.vsix with vsce, deflated harder. It runs wherever there is node; the bridge to native libraries is in it for this
// platform, or, for publishing, for all the common ones. With --target web it packs out/kernelscope-web.vsix, which editors in a browser install, and with
// --target linux-x64 out/kernelscope-linux-x64.vsix for that platform alone, with OpenBLAS.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { addPlatforms } from './koffi.mjs';
import { plainEnvironment } from './npm.mjs';
import { addOpenBlas, WHEELS } from './openblas.mjs';
import { packaging } from './packaging.mjs';
import { build, root } from './prerequisites.mjs';
import { isMain } from './processes.mjs';
import { isPreRelease } from './versions.mjs';

/** The entry point of package.json and the paths that a package does without, by where it runs. */
const UNNEEDED = {
  node: { entry: 'browser', paths: /^dist\/(web|webEngine|brotli)\.js$/ },
  browser: { entry: 'main', paths: /^(bin|distributed|dist\/koffi|dist\/cli\.js)$/ },
};

/**
 * Makes a folder with a copy of what .vscodeignore lets in and where it runs needs; for one platform alone with OpenBLAS and with no other platform's bridge.
 * @param {string} [target]
 * @param {string} [wheel] the folder of an unpacked one
 */
export function staged(target, wheel) {
  if (target !== undefined && target !== 'web' && !Object.hasOwn(WHEELS, target))
    throw new Error(`There are packages for web and, with OpenBLAS, for ${Object.keys(WHEELS).join(', ')}.`);
  const { entry, paths } = UNNEEDED[target === 'web' ? 'browser' : 'node'];
  mkdirSync(join(root, 'out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'out/package-'));
  const starts = readFileSync(join(root, '.vscodeignore'), 'utf8').match(/(?<=^!)[^/*\n]+/gm) ?? [];
  const needed = (/** @type {string} */ path) => !paths.test(relative(root, path).replaceAll('\\', '/'));
  for (const name of readdirSync(root))
    if (name === '.vscodeignore' || (needed(join(root, name)) && starts.some((start) => name.startsWith(start))))
      cpSync(join(root, name), join(folder, name), { recursive: true, filter: needed });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  delete manifest[entry];
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  if (target !== undefined && target !== 'web') addLibrary(target, folder, wheel);
  return folder;
}

function addLibrary(
  /** @type {string} */ target,
  /** @type {string} */ folder,
  /** @type {string | undefined} */ wheel,
) {
  appendFileSync(join(folder, '.vscodeignore'), '!dist/kernelscope.libs/*\n');
  addPlatforms(root, join(folder, 'dist/koffi'), [target]);
  const binaries = join(folder, 'dist/koffi/build/koffi');
  for (const name of readdirSync(binaries))
    if (name !== target.replace('-', '_')) rmSync(join(binaries, name), { recursive: true });
  addOpenBlas(target, join(folder, 'dist'), wheel);
}

/**
 * Returns the path of the package, in `folder`, as vsce deflates it. With `built`, the build that is there is packed
 * as it is.
 * @param {{ allPlatforms?: boolean, built?: boolean, target?: string, wheel?: string, folder?: string }} [options]
 */
export function packVsix({ allPlatforms = false, built = false, target, wheel, folder = join(root, 'out') } = {}) {
  const { node, vsce } = packaging();
  if (!built) build();
  if (allPlatforms) addPlatforms(root, join(root, 'dist/koffi'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(folder, target === undefined ? 'kernelscope.vsix' : `kernelscope-${target}.vsix`);
  mkdirSync(folder, { recursive: true });
  // Everything is bundled; links and pictures become those of the repository.
  const platform = target === undefined ? [] : ['--target', target];
  const args = ['package', ...platform, '--no-dependencies', '--readme-path', 'MARKETPLACE.md', '--out', file];
  const cwd = staged(target, wheel);
  const { status, stdout, stderr } = spawnSync(
    node,
    [vsce, ...args, ...(isPreRelease(version) ? ['--pre-release'] : [])],
    { cwd, env: plainEnvironment(), encoding: 'utf8' },
  );
  rmSync(cwd, { recursive: true });
  if (status !== 0) throw new Error(`vsce could not pack the extension:\n${stdout}${stderr}`);
  const warnings = `${stdout}${stderr}`.split('\n').filter((line) => /^\s*(WARNING|ERROR)\b/.test(line));
  if (warnings.length > 0) throw new Error(`vsce packed the extension, and warns:\n${warnings.join('\n')}`);
  return file;
}

/** Packs an archive anew, smaller. */
export function packAnew(/** @type {string} */ file) {
  const pack = join(root, 'scripts/packedAnew.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [pack, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} could not be packed anew:\n${stdout}${stderr}`);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { 'all-platforms': { type: 'boolean' }, target: { type: 'string' } } });
  const file = packVsix({ allPlatforms: values['all-platforms'], target: values.target });
  packAnew(file);
  console.log(file);
}
