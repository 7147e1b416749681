import { createHash } from 'node:crypto';
import { contextWith, partOf } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from '../engine/contract/reproduction';
import type { Computing } from '../engine/linalg/linalg';
import { version } from '../engine/machine/version';
import { chosenOptions } from './chosenOptions';
import { piecesIn } from './pieces';
import { type LabelledRows, type RealData, readImages, readTables } from './readData';
import { recipeById, recipes } from './registry';
import { streamOf } from './study';

/** The specs of all reproductions, before anything is computed. */
export const reproductionSpecs = (): readonly ReproductionSpec[] => recipes.map(({ spec }) => spec);

/**
 * Computes one figure or table again. Throws `reproduction/unknown`, `parameter/…` for options it does not have,
 * `file/not-found` when the recipe needs a file or folder and none is named, and what reading it throws. The same request gives
 * the same numbers on one back end, measured times apart.
 */
export async function runReproduction(request: ReproductionRequest, context: Computing): Promise<Reproduction> {
  const { linalg } = context;
  const started = performance.now();
  const recipe = recipeById(request.id);
  const { spec } = recipe;
  const options = chosenOptions(spec, request);
  const reading = partOf(context, 0, 0.05);
  const images = spec.file === undefined ? undefined : await readImages(pathFor(request, spec), reading);
  const tables = recipe.tables && (await readTables(pathFor(request, spec), recipe.tables(request), reading));
  const inner = partOf(context, images === undefined && tables === undefined ? 0 : 0.05, 1);
  const { seed, quick = false, resume } = request;
  const draws = { seed, stream: streamOf(spec, seed) };
  const settings = { version, backend: linalg.core.name, ...draws, quick, options, data: digestOf(images, tables) };
  const pieces = resume === undefined ? undefined : piecesIn(resume, spec.id, settings);
  const findings = recipe.run(request, contextWith(inner, { linalg, images, tables, pieces }));
  context.progress(1, 'done');
  return {
    ...findings,
    kernelscope: version,
    spec,
    request,
    created: new Date().toISOString(),
    backend: linalg.core,
    seconds: (performance.now() - started) / 1000,
  };
}

/** Tells rows apart from others, wherever their files lie. */
function digestOf(images?: LabelledRows, tables: ReadonlyMap<RealData, LabelledRows> = new Map()): string {
  const hash = createHash('sha256');
  if (images) hash.update(images.x).update(images.y);
  for (const [name, { x, y }] of tables) hash.update(name).update(x).update(y);
  return hash.digest('hex').slice(0, 12);
}

function pathFor({ file: path }: ReproductionRequest, { id, file, folder }: ReproductionSpec): string {
  if (path !== undefined && path !== '') return path;
  const wanted = folder === undefined ? `a file: ${file}` : `a folder: ${folder}`;
  throw new KernelscopeError('file/not-found', `${id} needs ${wanted}. Name it (--file on the command line).`, { id });
}
