// npm run package:npm [-- --all-platforms]
// Builds and packs the command line for npm, out/kernelscope-X.Y.Z.tgz, from a folder and a package.json of its own: that of the repository is
// the extension's, whose `main` needs VS Code and would come along. Nothing is installed with it; the bridge to native libraries is in it, for
// this platform or, for publishing, for all the common ones.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPlatforms } from './koffi.mjs';
import { npm } from './npm.mjs';
import { build, root } from './prerequisites.mjs';
import { isMain } from './processes.mjs';

/** Members of the repository's package.json that hold for the command line too. */
const SHARED = ['name', 'version', 'description', 'license', 'repository', 'homepage', 'bugs', 'keywords', 'bin'];
const MAN_PAGE = 'man/kernelscope.1';
/** The programs that drive fits on clusters, and import each other. */
const ADAPTERS = ['tasks', 'fit', 'spark', 'dask'].map((name) => `distributed/kernelscope_${name}.py`);
/** Places in the repository, and in the package. */
const FILES = {
  LICENSE: 'LICENSE',
  'MARKETPLACE.md': 'README.md',
  'dist/THIRD-PARTY-NOTICES.txt': 'NOTICE',
  'dist/koffi': 'dist/koffi',
  [MAN_PAGE]: MAN_PAGE,
  ...Object.fromEntries(ADAPTERS.map((name) => [name, name])),
};

/** The bundles that the command line loads, by esbuild's own account. */
export function commandLineBundles(from = 'cli', found = new Set()) {
  if (found.has(from)) return found;
  found.add(from);
  // It reads this one as a text.
  if (from === 'report') commandLineBundles('reportPage', found);
  const { inputs } = JSON.parse(readFileSync(join(root, `dist/meta/${from}.json`), 'utf8'));
  for (const { imports } of Object.values(inputs))
    for (const { path, external } of imports) {
      const other = external && /^\.\/(.*)\.js$/.exec(path)?.[1];
      if (other) commandLineBundles(other, found);
    }
  return found;
}

/**
 * Returns the path of the package. With `built`, the build that is there is packed as it is.
 * @param {{ allPlatforms?: boolean, built?: boolean }} [options]
 */
export function packForNpm({ allPlatforms = false, built = false } = {}) {
  if (!built) build();
  if (allPlatforms) addPlatforms(root, join(root, 'dist/koffi'));
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'out/npm');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundles = [...commandLineBundles()].map(
    (name) => /** @type {const} */ ([`dist/${name}.js`, `dist/${name}.js`]),
  );
  for (const [from, to] of [...Object.entries(FILES), ...bundles])
    if (existsSync(join(root, from))) cpSync(join(root, from), join(folder, to), { recursive: true });
  const manifest = {
    ...Object.fromEntries(SHARED.map((member) => [member, whole[member]])),
    engines: { node: whole.engines.node },
    man: MAN_PAGE,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  npm(folder, ['pack', '--silent', '--pack-destination', '..']);
  return join(root, `out/${whole.name}-${whole.version}.tgz`);
}

if (isMain(import.meta.url)) {
  console.log(packForNpm({ allPlatforms: process.argv.includes('--all-platforms') }));
}
