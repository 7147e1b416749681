import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { CoreExports } from '../../../src/engine/linalg/core/exports';
import type { CoreMap } from '../../../src/engine/linalg/kernelForm';

/** The vectorised functions and maps of the core, compiled alone, so that tests reach those the core does not export. */
export interface Maps extends Pick<CoreExports, CoreMap> {
  readonly build: 'relaxed' | 'plain';
  readonly memory: WebAssembly.Memory;
  mapRange(f: number, values: number, from: number, to: number, scale: number, shift: number): void;
  /** values ← f(values) for `count` numbers, an even count; f indexes INNER. */
  inner(f: number, values: number, count: number): void;
  mapTile(form: number, c: number, m: number, n: number, lead: number, a: number, b: number, p: number): void;
  differenceTile(
    form: number,
    c: number,
    m: number,
    n: number,
    lead: number,
    x: number,
    xLead: number,
    z: number,
    zLead: number,
    from: number,
    to: number,
    p: number,
  ): void;
}

/** Functions that only the maps use, in the order of `inner`. */
export const INNER = ['log', 'expm1', 'asin', 'acos', 'decay'] as const;

const ENTRY = `
export { mapRange } from './map';
export { AngularMap } from './kernelMapsAngular';
export { DifferenceMap } from './kernelMapsDifference';
export { RadialMap } from './kernelMapsRadial';
export { TanhMap } from './kernelMapsTanh';
export { mapTile } from './kernelMaps';
export { differenceTile } from './kernelMapsDifference';
import { acos, asin } from './elementaryArcs';
import { decay, expm1 } from './elementaryExp';
import { log } from './elementaryLog';
export function inner(f: i32, values: usize, count: i32): void {
  for (let i = 0; i < count; i += 2, values += 16) {
    const x = v128.load(values);
    v128.store(values, f == 0 ? log(x) : f == 1 ? expm1(x) : f == 2 ? asin(x) : f == 3 ? acos(x) : decay(x));
  }
}
`;

interface Compiler {
  main(options: string[], host: object): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

/** Both builds, relaxed first. */
export async function compileMaps(): Promise<Maps[]> {
  // Node 20 has relaxed SIMD behind a flag; later versions do not know the flag.
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd');
  // Not a literal, so that the compiler is not bundled with the tests.
  const compiler = 'assemblyscript/asc';
  const { main } = (await import(compiler)) as Compiler;
  const maps: Maps[] = [];
  for (const build of ['relaxed', 'plain'] as const) {
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    const features = ['--enable', build === 'relaxed' ? 'simd,relaxed-simd' : 'simd'];
    const options = ['entry.ts', '--outFile', 'maps.wasm', '-O3', '--runtime', 'stub', '--initialMemory', '128'];
    const { error, stderr } = await main([...options, ...features], {
      readFile: (name: string) => {
        if (name === 'entry.ts') return ENTRY;
        const path = join('src/engine/linalg/core/assembly', name);
        return existsSync(path) ? readFileSync(path, 'utf8') : null;
      },
      writeFile: (name: string, contents: Uint8Array<ArrayBuffer>) => {
        if (name === 'maps.wasm') bytes = contents;
      },
    });
    if (error || !bytes) throw new Error(`the maps do not compile:\n${stderr.toString()}`);
    const { instance } = await WebAssembly.instantiate(bytes, { env: { abort: trapped } });
    maps.push({ build, ...(instance.exports as unknown as Omit<Maps, 'build'>) });
  }
  return maps;
}

function trapped(): never {
  throw new Error('the module aborted');
}
