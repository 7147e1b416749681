import { DEFAULT_METHOD } from '../choices/choices';
import { completed, type FitChoices } from '../choices/fitChoices';
import { fitProperties, readProperty } from '../choices/fitProperties';
import { fitRequest } from '../choices/fitRequest';
import { FRACTION, isFraction } from '../choices/holdout';
import { invalidArgument } from '../choices/members';
import { checkOtherFile } from '../choices/otherFile';
import { fitChoices, readOptions } from '../choices/readArguments';
import type { ReadOptions } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';
import type { EngineApi } from '../engine/contract/rpc';
import type { FitRequest } from '../engine/contract/run';
import { type Json, optional, type Schema } from '../engine/contract/schema';
import { isRecord } from '../engine/contract/shape';
import { type House, methodIn } from './house';
import { name, type Takes, takes } from './operation';

// The arguments of a fit and the request that they make, as `choices/` describe them.

/** The arguments of a fit: its choices, and the file of held-out rows if they are in another file. */
export interface FitAsked {
  readonly file: string;
  readonly choices: FitChoices;
  readonly holdout?: string;
  readonly save?: string;
}

export const FILE: Schema<string> = name('Path of a CSV or other table in a folder of this server.');
export const KEPT_MODEL = optional(name('Id that fit returned, or the path of a .ksmodel file. Left out: the newest.'));

/**
 * The options for reading a file, without the permission to unzip without a limit, which only a person can give. Throws
 * `parameter/…`.
 */
export function readable(value: unknown = {}): ReadOptions {
  const { acceptExpansion, ...read } = readOptions(value);
  if (acceptExpansion === undefined) return read;
  throw new KernelscopeError('parameter/unknown', 'There is no argument read.acceptExpansion: unzip the file first.', {
    name: 'read.acceptExpansion',
  });
}

/** The options for reading a file: the person's settings, overridden by those of the call. */
export const readOptionsFor = async (house: House, file: string, read: ReadOptions = {}): Promise<ReadOptions> => ({
  ...readOptions(await house.reading(file)),
  ...read,
});

/**
 * The arguments that an operation takes for a fit, and those that it needs. A file of held-out rows is an argument beside `design`, so that it is
 * found as every other file is.
 */
export function takesFit(
  named: readonly ('target' | 'features' | 'method' | 'parameters' | 'design')[],
  needs: readonly string[] = [],
  more: Readonly<Record<string, { readonly optional: Schema<string> }>> = {},
): Takes<FitAsked> {
  const holdout = optional(name('Path of a file of held-out rows, in place of design.holdout.'));
  const own = takes({ file: FILE, holdout, ...more });
  return {
    properties(methods) {
      const { file, ...others } = own.properties(methods);
      const all: Readonly<Record<string, Json>> = fitProperties(methods);
      const told = named.map((each) => [each, each === 'parameters' ? namesAlone(all[each]) : all[each]]);
      return { file, ...Object.fromEntries(told), read: readProperty(), ...others };
    },
    required: ['file', ...needs],
    of({ file, holdout: second, save, ...asked }) {
      const mine = own.of({ file, holdout: second, save });
      const share = isRecord(asked.design) ? asked.design.holdout : undefined;
      if (share !== undefined && (second !== undefined || !isFraction(share)))
        throw invalidArgument(
          'design.holdout',
          `The argument design.holdout has to be ${FRACTION}; a file is named by holdout in its place.`,
        );
      return { ...mine, choices: { ...fitChoices(asked), read: readable(asked.read) } };
    },
  };
}

/** The parameters without their sentences, except for the kernel's: the operation `methods` returns them. */
function namesAlone({ properties, ...parameters }: Json): Json {
  const bare = Object.entries(properties as Readonly<Record<string, Json>>).map(([each, property]) => {
    const { description: _, ...rest } = property;
    return [each, each === 'kernel' ? property : rest];
  });
  const description = 'Only to override what is chosen by rule: these and others, which methods tells of a method.';
  return { ...parameters, description, properties: Object.fromEntries(bare) };
}

/**
 * The column whose name says that it is the target; '' if there is none, which the engine refuses, naming the best
 * candidates.
 */
async function targetByName(house: House, params: EngineApi['inspect']['params']): Promise<string> {
  const { columns, defaultTarget } = await house.call('inspect', params);
  return defaultTarget === undefined ? '' : columns[defaultTarget].name;
}

/**
 * The request, with its files resolved: choices that are omitted follow the person's own defaults. Throws
 * `parameter/…`, `file/…`.
 */
export async function requestOf(house: House, { file, choices, holdout }: FitAsked): Promise<FitRequest> {
  const method = await methodIn(house, choices.method ?? DEFAULT_METHOD);
  const source = await house.source(file);
  const read = await readOptionsFor(house, file, choices.read);
  const open = choices.target === undefined && method.family !== 'components';
  const complete = completed(
    method,
    open ? { ...choices, target: await targetByName(house, { source, read }) } : choices,
  );
  const design = {
    ...complete.design,
    ...(holdout !== undefined && { holdout: { kind: 'file' as const, source: await house.source(holdout) } }),
  };
  if (design.holdout) checkOtherFile(source, design.holdout);
  return fitRequest(source, method, { ...complete, read, design }, await house.settings(method, file));
}
