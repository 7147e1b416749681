// Divides the engine: modules that few requests need go into bundles of their own, each read when a function of it is first called, and those bundles
// take from the engine's bundle what that holds anyway.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

/** A function that a module exports. */
const FUNCTION = /^export (?:async )?function (\w+)|^export const (\w+)(?:: \w+)? = (?:async )?\(/gm;
const IMPORT = /^import \{([^}]*)\} from '(\.[^']*)';/gm;

/**
 * @typedef {object} Family
 * @property {string} base name of the bundle that stands before any other is read
 * @property {Readonly<Record<string, readonly string[]>>} later for each bundle that is read by a call, the modules whose functions are called; nothing else of these is for others
 * @property {readonly string[]} members all bundles that take from the base what it holds
 * @property {(name: string, plugins: import('esbuild').Plugin[], exports: string[]) => import('esbuild').BuildOptions} options a bundle with these plugins that exports these besides
 */

/**
 * The options of all bundles of a family, once it is known what the base holds and what the others need of that.
 * @param {string} root
 * @param {Family} family
 * @returns {Promise<Record<string, import('esbuild').BuildOptions>>}
 */
export async function dividedBundles(root, { base, later, members, options }) {
  const keeper = new Map(
    Object.entries(later).flatMap(([name, files]) =>
      files.map((file) => /** @type {const} */ ([join(root, file), name])),
    ),
  );

  /**
   * A function of a bundle that is read later becomes one that reads the bundle and calls that.
   * @returns {import('esbuild').Plugin}
   */
  const calling = (/** @type {string} */ bundle) => ({
    name: 'read when called',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/[\w]+\.js$/, namespace: 'later' }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = `${join(resolveDir, path)}.ts`;
        const name = keeper.get(file);
        return name !== undefined && name !== bundle ? { path: file, namespace: 'later' } : undefined;
      });
      onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
        contents: functionsOf(path)
          .map((name) => `export const ${name} = (...given) => require('./${keeper.get(path)}.js').${name}(...given);`)
          .join('\n'),
      }));
    },
  });

  /** @type {Map<string, Set<string>>} names by module of the base, which others import */
  const asked = new Map();
  /** @type {ReadonlySet<string>} */
  let held = new Set();
  /** Short, for the base carries one for every name that is taken from it. */
  const keyOf = (/** @type {string} */ file, /** @type {string} */ name) =>
    `_${[...asked.keys()].sort().indexOf(file).toString(36)}_${[...(asked.get(file) ?? [])].sort().indexOf(name).toString(36)}`;

  /**
   * A module that the base holds is taken from there.
   * @type {import('esbuild').Plugin}
   */
  const taking = {
    name: 'held by the base',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/[\w]+\.js$/, namespace: 'held' }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\./ }, ({ path, resolveDir, importer, kind }) => {
        const file = `${join(resolveDir, path)}.ts`;
        if (!held.has(file) || kind !== 'import-statement') return undefined;
        const names = asked.get(file) ?? new Set();
        asked.set(file, names);
        for (const name of namesFrom(importer, path)) names.add(name);
        return { path: file, namespace: 'held' };
      });
      onLoad({ filter: /./, namespace: 'held' }, ({ path }) => ({
        contents: known
          ? [...(asked.get(path) ?? [])]
              .map((name) => `export { ${keyOf(path, name)} as ${name} } from './${base}.js';`)
              .join('\n')
          : 'module.exports = {};',
      }));
    },
  };
  /** Whether all bundles have been looked at. */
  let known = false;

  const silent = /** @type {const} */ ({ write: false, metafile: true, minify: false, sourcemap: false });
  const first = await build({ ...options(base, [calling(base)], []), ...silent });
  const [{ inputs }] = Object.values(first.metafile.outputs);
  held = new Set(
    Object.entries(inputs)
      .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && /^src\/.*\.ts$/.test(file))
      .map(([file]) => join(root, file))
      .sort(),
  );
  const entered = (/** @type {string} */ name) =>
    (later[name] ?? []).map((file) => `export { ${functionsOf(join(root, file)).join(', ')} } from './${file}';`);
  const others = Object.fromEntries(
    members.map((name) => [name, options(name, [calling(name), taking], entered(name))]),
  );
  await Promise.all(Object.values(others).map((each) => build({ ...each, ...silent })));
  known = true;
  const exported = [...asked].flatMap(([file, names]) =>
    [...names].map((name) => `export { ${name} as ${keyOf(file, name)} } from './${relative(root, file)}';`),
  );
  return { ...others, [base]: options(base, [calling(base)], exported.sort()) };
}

const functionsOf = (/** @type {string} */ file) =>
  [...readFileSync(file, 'utf8').matchAll(FUNCTION)].map(([, named, constant]) => named ?? constant);

/** The values that one module imports from another, by their names there. */
function namesFrom(/** @type {string} */ importer, /** @type {string} */ path) {
  return [...readFileSync(importer, 'utf8').matchAll(IMPORT)]
    .filter(([, , from]) => from === path)
    .flatMap(([, names]) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0]);
}
