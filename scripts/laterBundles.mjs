// Divides what one process or page loads: modules that few requests need go into bundles of their own, each read when a function of it is first called,
// and bundles take from others, their bases, what those hold anyway.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

/** A function that a module exports. */
const FUNCTION = /^export (?:async )?function (\w+)|^export const (\w+)(?:: \w+)? = (?:async )?\(/gm;
/** A value that a module exports by its name. */
const VALUE = /^export (?:async )?(?:function|const|class|let) (\w+)/gm;
const NAMESPACE = /^import \* as (\w+) from '(\.[^']*)';/gm;
const IMPORT = /^(?:im|ex)port \{([^}]*)\} from '(\.[^']*)';/gm;

/**
 * @typedef {object} Family
 * @property {Readonly<Record<string, readonly string[]>>} takes for each bundle its bases, the one that is asked first in front; bases stand before what takes from them
 * @property {Readonly<Record<string, readonly [string, string]>>} shared bases that hold what both of two bundles are made of
 * @property {Readonly<Record<string, readonly string[]>>} later for each bundle that is read by a call, the modules whose functions are called; nothing else of these is for others
 * @property {string} caller the base of all bundles that call such functions, and itself one of them
 * @property {Readonly<Record<string, readonly string[]>>} apart modules of a bundle that are to run without any base, with all that they import
 * @property {(name: string, plugins: import('esbuild').Plugin[], exports: string[]) => import('esbuild').BuildOptions} options a bundle with these plugins that exports these besides
 */

/** @typedef {Map<string, Set<string>>} Names names by the module that exports them */

const silent = /** @type {const} */ ({ write: false, metafile: true, minify: false, sourcemap: false });

/**
 * The options of all bundles of a family, once it is known which modules the bases hold and which of those the others
 * need.
 * @param {string} root
 * @param {Family} family
 * @returns {Promise<Record<string, import('esbuild').BuildOptions>>}
 */
export async function dividedBundles(root, { takes, shared, later, caller, apart, options }) {
  const calling = callsOf(root, later);
  const bases = [...new Set(Object.values(takes).flat())];
  /** @type {Map<string, ReadonlySet<string>>} the modules that each base holds */
  const held = new Map();
  /** @type {Map<string, ReadonlySet<string>>} the modules that a bundle takes from no base */
  const kept = new Map();
  /** @type {Map<string, Names>} what others import of each base */
  const asked = new Map(bases.map((base) => [base, new Map()]));
  /** True once all bundles have been looked at. */
  let known = false;

  const namesOf = (/** @type {string} */ base) =>
    [...(asked.get(base) ?? [])].flatMap(([file, names]) => [...names].map((name) => `${file} ${name}`)).sort();
  /** Short, for a base carries one for every name that is taken from it. */
  const keyOf = (/** @type {string} */ base, /** @type {string} */ file, /** @type {string} */ name) =>
    `_${namesOf(base).indexOf(`${file} ${name}`).toString(36)}`;

  /**
   * A module that a base holds is taken from there.
   * @returns {import('esbuild').Plugin}
   */
  const taking = (/** @type {string} */ bundle) => ({
    name: 'held by a base',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/[\w]+\.js$/, namespace: 'held' }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\./ }, ({ path, resolveDir, importer, kind }) => {
        const file = `${join(resolveDir, path)}.ts`;
        const base = takes[bundle].find((each) => held.get(each)?.has(file));
        // A bundle itself holds the modules that it names among its exports.
        if (base === undefined || importer === '<stdin>' || kind !== 'import-statement' || kept.get(bundle)?.has(file))
          return undefined;
        const names = asked.get(base)?.get(file) ?? new Set();
        asked.get(base)?.set(file, names);
        for (const name of namesFrom(importer, path, file)) names.add(name);
        return { path: file, namespace: 'held', pluginData: base };
      });
      onLoad({ filter: /./, namespace: 'held' }, ({ path, pluginData: base }) => {
        if (!known) return { contents: 'module.exports = {};' };
        const taken = [...(asked.get(base)?.get(path) ?? [])].map((name) => [keyOf(base, path, name), name]);
        // The caller may be read no further than to where it calls. Of other bases esbuild would copy all names into every module that imports one.
        const lines =
          base === caller
            ? taken.map(([key, name]) => `export { ${key} as ${name} } from './${base}.js';`)
            : [
                `const held = require('./${base}.js');`,
                ...taken.map(([key, name]) => `export const ${name} = held.${key};`),
              ];
        return { contents: lines.join('\n') };
      });
    },
  });
  const made = (/** @type {string} */ name) => {
    const plugins = [...(name === caller || takes[name].includes(caller) ? [calling(name)] : []), taking(name)];
    const entered = (later[name] ?? []).map(
      (file) => `export { ${functionsOf(join(root, file)).join(', ')} } from './${file}';`,
    );
    const given = namesOf(name).map((each, i) => {
      const [file, exported] = each.split(' ');
      return `export { ${exported} as _${i.toString(36)} } from './${relative(root, file)}';`;
    });
    return options(name, plugins, [...entered, ...given]);
  };
  const look = async (/** @type {string} */ name) => (await build({ ...made(name), ...silent })).metafile;
  const filesOf = async (/** @type {string} */ name) =>
    Object.entries(Object.values((await look(name)).outputs)[0].inputs)
      .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && /^src\/.*\.ts$/.test(file))
      .map(([file]) => join(root, file));

  for (const [name, starts] of Object.entries(apart))
    kept.set(name, new Set(withImports(await look(name), starts).map((file) => join(root, file))));
  for (const base of bases) {
    const [one, other] = await Promise.all((shared[base] ?? [base]).map(filesOf));
    held.set(base, new Set(other === undefined ? one : one.filter((file) => other.includes(file))));
  }
  for (const names of asked.values()) names.clear();
  // The exports of a base for others may need more of its own bases.
  const members = Object.keys(takes).filter((name) => !bases.includes(name));
  await Promise.all(members.map(look));
  for (const base of bases.toReversed()) await look(base);
  known = true;
  return Object.fromEntries([...bases, ...members].map((name) => [name, made(name)]));
}

/**
 * A function of a bundle that is read later becomes one that reads the bundle and calls that.
 * @param {string} root
 * @param {Family['later']} later
 * @returns {(bundle: string) => import('esbuild').Plugin}
 */
function callsOf(root, later) {
  const keeper = new Map(
    Object.entries(later).flatMap(([name, files]) =>
      files.map((file) => /** @type {const} */ ([join(root, file), name])),
    ),
  );
  return (bundle) => ({
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
}

/** These modules of a bundle, and all that runs with them. */
function withImports(/** @type {import('esbuild').Metafile} */ { inputs }, /** @type {readonly string[]} */ starts) {
  const found = new Set(starts);
  for (const file of found)
    for (const { path, kind, external } of inputs[file].imports)
      if (kind === 'import-statement' && !external) found.add(path);
  return [...found];
}

const functionsOf = (/** @type {string} */ file) =>
  [...readFileSync(file, 'utf8').matchAll(FUNCTION)].map(([, named, constant]) => named ?? constant);

/** The values that one module imports from another, which is this file, by their names there. */
function namesFrom(/** @type {string} */ importer, /** @type {string} */ path, /** @type {string} */ file) {
  const text = readFileSync(importer, 'utf8');
  const named = [...text.matchAll(IMPORT)]
    .filter(([, , from]) => from === path)
    .flatMap(([, names]) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0]);
  const spaces = [...text.matchAll(NAMESPACE)].filter(([, , from]) => from === path);
  const exported = spaces.length > 0 ? [...readFileSync(file, 'utf8').matchAll(VALUE)].map(([, name]) => name) : [];
  return [
    ...named,
    ...exported.filter((name) => spaces.some(([, space]) => new RegExp(`\\b${space}\\.${name}\\b`).test(text))),
  ];
}
