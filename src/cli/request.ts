import { existsSync } from 'node:fs';
import { DESIGN_SCHEMA } from '../choices/designSchema';
import {
  type DesignOptions,
  HELD_OUT_SHARE,
  type HoldoutRule,
  type MissingPolicy,
  type SplitRule,
} from '../engine/contract/data';
import type { ParameterValue } from '../engine/contract/method';
import type { FitRequest } from '../engine/contract/run';
import { methodById } from '../engine/methods/registry';
import { unknownParameter } from '../engine/parameters/checkParameters';
import { splitNames } from '../engine/words/nameList';
import { parseRows, rowsText } from '../engine/words/rowRanges';
import { choiceOf, readOptions, splitPair } from './arguments';
import { opened, pathOf, sourceOf } from './input';
import { DATA_SETTINGS } from './options/dataSettings';
import type { Options } from './options/table';
import type { Terminal } from './terminal';
import { UsageError } from './usage';

/** The fit that a command line asks for. Values of method parameters are checked later, against the method's schema. */
export function fitRequest(
  file: string,
  options: Options,
  command: 'fit' | 'recommend' | 'compare' = 'fit',
): FitRequest {
  const method = options.method ?? 'krr';
  const spec = methodById(method);
  const targetless = spec.family === 'components';
  const [target = targetless ? '' : undefined, ...moreTargets] = options.target ?? [];
  if (targetless && options.task !== undefined)
    throw new UsageError(`--task is for methods with a target, and ${method} has none: leave it out.`);
  if (target === undefined)
    throw new UsageError(`${command} needs --target COL: the column to predict, by name or position.`);
  const task = choiceOf('task', options);
  const parameters: Record<string, ParameterValue> = {};
  let missing: MissingPolicy = 'impute';
  let standardise = true;
  let maxRows: number | undefined;
  let maxLevels: number | undefined;
  let seed = options.seed === undefined ? 0 : wholeNumber('--seed', options.seed, 0);
  for (const text of options.set ?? []) {
    const [name, value] = splitPair('set', text);
    if (name === 'missing') missing = choice(name, value, ['impute', 'drop']);
    else if (name === 'standardise') standardise = choice(name, value, ['true', 'false']) === 'true';
    else if (name === 'maxLevels') maxLevels = wholeNumber(name, value, leastOf(name));
    else if (name === 'maxRows') maxRows = wholeNumber(name, value, leastOf(name));
    else if (name === 'seed') seed = wholeNumber(name, value, 0);
    else if (spec.parameters.some((parameter) => parameter.name === name)) parameters[name] = value;
    else throw unknownParameter(spec, name, DATA_SETTINGS);
  }
  parameters.seed = seed;
  const features = options.features?.flatMap(splitNames);
  const divided = splitBy(options);
  const design: DesignOptions = {
    target,
    ...(moreTargets.length > 0 && { moreTargets }),
    ...(task !== undefined && task !== 'auto' && { task }),
    ...(options.weights !== undefined && { weights: options.weights }),
    missing,
    standardise,
    seed,
    holdout: holdout(options.holdout),
    ...(divided && { splitBy: divided }),
    ...(options.where !== undefined && { where: options.where }),
    ...(options.without !== undefined && { without: rowsText(parseRows(options.without)) }),
    ...(features !== undefined && { features }),
    ...(maxLevels !== undefined && { maxLevels }),
    ...(maxRows !== undefined && { maxRows }),
  };
  const request = { source: sourceOf(file), read: readOptions(options), design, method, parameters };
  return options.streamed ? { ...request, streamed: true } : request;
}

/** The same fit with what can be read only once in memory. */
export async function withInputs(request: FitRequest, terminal: Terminal): Promise<FitRequest> {
  const source = await opened(request.source, terminal);
  const { holdout } = request.design;
  if (holdout.kind !== 'file') return { ...request, source };
  const second = { ...holdout, source: await opened(holdout.source, terminal) };
  return { ...request, source, design: { ...request.design, holdout: second } };
}

/** The files that a request reads, that of the rows first. */
export function inputsOf({ source, design: { holdout } }: FitRequest): string[] {
  const sources = [source, ...(holdout.kind === 'file' ? [holdout.source] : [])];
  return sources.map(pathOf).filter((path) => path !== undefined);
}

/** A share, "last:SHARE", "time:COLUMN" or "time:COLUMN:SHARE", or a file; one of such a name is written ./NAME. */
function holdout(text: string | undefined): HoldoutRule {
  if (text === undefined) return { kind: 'fraction', fraction: HELD_OUT_SHARE, byDefault: true };
  if (text === 'last') return { kind: 'last', fraction: HELD_OUT_SHARE };
  if (text.startsWith('last:')) return { kind: 'last', fraction: share(text.slice(5)) };
  if (text.startsWith('time:')) {
    const [, by, after] = /^(.*?)(?::(0?\.\d+))?$/s.exec(text.slice(5)) ?? [];
    return { kind: 'last', by, fraction: after === undefined ? HELD_OUT_SHARE : share(after) };
  }
  const fraction = Number(text);
  if (text.trim() === '' || Number.isNaN(fraction) || (existsSync(text) && fraction >= 1))
    return { kind: 'file', source: sourceOf(text) };
  return { kind: 'fraction', fraction: share(text) };
}

function share(text: string): number {
  const fraction = Number(text);
  if (text.trim() !== '' && fraction >= 0 && fraction <= 0.9) return fraction;
  throw new UsageError(`--holdout is a fraction from 0 to 0.9, last:FRACTION, time:COLUMN or a file, not '${text}'.`);
}

function splitBy({ group, 'fold-column': fold, blocks }: Options): SplitRule | undefined {
  const given = [group, fold, blocks].filter((value) => value !== undefined);
  if (given.length > 1) throw new UsageError('Give only one of --group, --fold-column and --blocks.');
  if (group !== undefined) return { kind: 'group', column: group };
  if (fold !== undefined) return { kind: 'fold', column: fold };
  return blocks === undefined ? undefined : { kind: 'blocks', ...(blocks !== 'rows' && { by: blocks }) };
}

/** As every other door asks for. */
const leastOf = (name: string): number => DESIGN_SCHEMA.find((choice) => choice.name === name)?.minimum ?? 0;

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`${name} is a whole number of at least ${least}, not '${text}'.`);
  }
  return value;
}

function choice<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const match = allowed.find((a) => a === value);
  if (match === undefined) throw new UsageError(`${name} is ${allowed.join(' or ')}, not '${value}'.`);
  return match;
}
