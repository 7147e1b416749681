import { KernelscopeError } from '../engine/contract/failure';
import type { ReproductionRequest, ReproductionSpec } from '../engine/contract/reproduction';

/**
 * The value of every option of the spec, the first choice where the request names none. Throws `parameter/unknown` and
 * `parameter/invalid`, listing what there is.
 */
export function chosenOptions(
  { id, options = [] }: ReproductionSpec,
  { options: wanted = {} }: ReproductionRequest,
): Readonly<Record<string, string>> {
  const known = options.map(({ name }) => name);
  for (const name of Object.keys(wanted)) {
    if (known.includes(name)) continue;
    throw new KernelscopeError(
      'parameter/unknown',
      known.length === 0
        ? `${id} has no options. Leave out ${name}.`
        : `${id} has no option ${name}. It has ${known.join(', ')}.`,
      { name, known },
    );
  }
  return Object.fromEntries(
    options.map(({ name, choices }) => {
      const values = choices.map(({ value }) => value);
      const value = wanted[name] ?? values[0];
      if (values.includes(value)) return [name, value];
      throw new KernelscopeError(
        'parameter/invalid',
        `Option ${name} of ${id} is one of ${values.join(', ')}, not ${value}.`,
        { name, value, choices: values },
      );
    }),
  );
}

/** How many draws are computed: as published, unless fewer are asked for, or a few for a quick look. */
export function drawCount(
  { draws: published = 1 }: ReproductionSpec,
  request: ReproductionRequest,
  few: number,
): number {
  return Math.min(request.draws ?? (request.quick === true ? few : published), published);
}
