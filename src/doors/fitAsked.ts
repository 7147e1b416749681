import { completed, type FitChoices } from '../choices/fitChoices';
import { fitProperties, readProperty } from '../choices/fitProperties';
import { fitRequest } from '../choices/fitRequest';
import { fitInput } from '../choices/toolInput';
import { KernelscopeError } from '../engine/contract/failure';
import type { FitRequest } from '../engine/contract/run';
import { anyOf, finite, flag, type Json, object, optional, record, type Schema, text } from '../engine/contract/schema';
import { isRecord } from '../engine/contract/shape';
import { type House, methodIn } from './house';
import { name, type Takes, takes } from './operation';

// What is said of a fit, and the request that it makes: the only place of the doors that knows of `choices/`.

/** What is fitted, and the file whose rows are held out where they are not of the same file. */
export interface FitAsked {
  readonly file: string;
  readonly choices: FitChoices;
  readonly holdout?: string;
  readonly save?: string;
}

export const FILE: Schema<string> = name('Path of a table, CSV or the like, in a folder of this server.');

/** Values of parameters, as a fit takes them. */
export const PARAMETERS: Schema<Readonly<Record<string, number | boolean | string>>> = record(
  anyOf(finite(), flag(), text()),
);

const OWN = {
  holdout: optional(name('Path of a file of held-out rows, in place of design.holdout.')),
  save: optional(name('Path of a new .ksmodel file that the model is saved to.')),
};

/** Arguments of a fit, or those of them that an operation takes which only looks at one. */
export function takesFit(
  named: readonly ('target' | 'features' | 'method' | 'parameters' | 'design')[],
  { saves = false, needs = [] }: { readonly saves?: boolean; readonly needs?: readonly string[] } = {},
): Takes<FitAsked> {
  const { save: _, ...held } = OWN;
  const own = takes(object<Pick<FitAsked, 'holdout' | 'save'>>(saves ? OWN : (held as typeof OWN)));
  return {
    properties(methods) {
      const all: Readonly<Record<string, Json>> = fitProperties(methods);
      const { parameters } = all;
      const ofFit = Object.fromEntries(
        named.map((each) => [each, each === 'parameters' ? namesAlone(parameters) : all[each]]),
      );
      return { file: FILE.json, ...ofFit, read: readProperty(), ...own.properties(methods) };
    },
    required: ['file', ...needs],
    of(input) {
      const { holdout, save, ...asked } = input;
      const mine = own.of({ ...(holdout !== undefined && { holdout }), ...(save !== undefined && { save }) });
      const share = isRecord(asked.design) ? asked.design.holdout : undefined;
      if (mine.holdout !== undefined && share !== undefined)
        throw new KernelscopeError('parameter/invalid', 'Name a file of held-out rows or design.holdout, not both.', {
          name: 'holdout',
        });
      return { ...fitInput(asked), ...mine };
    },
  };
}

/** The parameters without their sentences, but for that of the kernel: the operation `methods` tells them. */
function namesAlone({ properties, ...parameters }: Json): Json {
  const bare = Object.entries(properties as Readonly<Record<string, Json>>).map(([each, property]) => {
    const { description: _, ...rest } = property;
    return [each, each === 'kernel' ? property : rest];
  });
  const description = 'Only to override what is chosen by rule: these and others, which methods tells of a method.';
  return { ...parameters, description, properties: Object.fromEntries(bare) };
}

/** The request, once its files are found: what is left out of the choices follows the person's own defaults. Throws `parameter/…`, `file/…`. */
export async function requestOf(house: House, { file, choices, holdout }: FitAsked): Promise<FitRequest> {
  const method = await methodIn(house, choices.method ?? 'krr');
  const complete = completed(method, choices);
  const source = await house.source(file);
  const read = { ...(await house.reading(file)), ...complete.read };
  const design = {
    ...complete.design,
    ...(holdout !== undefined && { holdout: { kind: 'file' as const, source: await house.source(holdout) } }),
  };
  return fitRequest(source, method, { ...complete, read, design }, await house.settings(method, file));
}
