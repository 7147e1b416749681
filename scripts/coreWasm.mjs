// Compiles src/engine/linalg/core/assembly (AssemblyScript) and hands the bytes to bundles that import 'kernelscope-core/…'.
//   node scripts/coreWasm.mjs [--text]     compiles both builds; --text also leaves them readable in out/core
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { isMain } from './processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/engine/linalg/core/assembly');
const cache = join(root, 'out/core');

/** The differences between the builds. */
const BUILDS = { relaxed: ['--enable', 'relaxed-simd'], plain: [] };
const OPTIONS = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'threads',
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  '16',
  '--maximumMemory',
  '65536',
  // Static data begin after the header that threads share.
  '--memoryBase',
  '4096',
];

/** The path of one build, compiled once per state of the sources. */
async function coreFile(build, text = false) {
  const hash = createHash('sha256').update(JSON.stringify([OPTIONS, BUILDS[build]]));
  for (const name of readdirSync(sources).sort()) hash.update(name).update(readFileSync(join(sources, name)));
  const file = join(cache, `${build}-${hash.digest('hex').slice(0, 16)}.wasm`);
  if (!existsSync(file) || text) {
    const { main } = await import('assemblyscript/asc');
    mkdirSync(cache, { recursive: true });
    const aside = `${file}.${process.pid}`;
    const outputs = ['--outFile', aside, ...(text ? ['--textFile', join(cache, `${build}.wat`)] : [])];
    const { error, stderr } = await main([join(sources, 'index.ts'), ...outputs, ...OPTIONS, ...BUILDS[build]], {
      readFile: (name, base) => (existsSync(join(base, name)) ? readFileSync(join(base, name), 'utf8') : null),
      writeFile: (name, contents, base) => writeFileSync(resolve(base, name), contents),
    });
    if (error) throw new Error(`the core does not compile:\n${stderr.toString()}`);
    renameSync(aside, file);
  }
  return file;
}

/** The bytes of one build. */
export const coreWasm = async (build, text = false) => readFileSync(await coreFile(build, text));

/** The builds by their files, in the form in which bundles hold them: several bundles of one run do. */
const packed = {};

/** For esbuild: resolves 'kernelscope-core/relaxed' and 'kernelscope-core/plain' to modules that export `bytes()`. */
export const coreWasmPlugin = {
  name: 'kernelscope-core',
  setup(build) {
    build.onResolve({ filter: /^kernelscope-core\// }, ({ path }) => ({ path, namespace: 'kernelscope-core' }));
    build.onLoad({ filter: /.*/, namespace: 'kernelscope-core' }, async ({ path }) => {
      const file = await coreFile(path.split('/')[1]);
      packed[file] ??= gzipSync(readFileSync(file), { level: 9 }).toString('base64');
      return {
        contents: `import { platform } from '${join(root, 'src/platform/platform')}';
          export const bytes = () => platform.gunzip(platform.fromBase64('${packed[file]}'));`,
        resolveDir: root,
        watchFiles: readdirSync(sources).map((source) => join(sources, source)),
      };
    });
  },
};

if (isMain(import.meta.url)) {
  for (const build of Object.keys(BUILDS)) {
    console.log(`${build}: ${(await coreWasm(build, process.argv.includes('--text'))).length} bytes`);
  }
}
