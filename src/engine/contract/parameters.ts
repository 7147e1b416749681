import { anyOf, flag, real, record, struct, text } from './schema';

// The values of a method's parameters, whose types are in method.ts and run.ts.

export const PARAMETER_VALUE = anyOf(real, flag(), text());
export const PARAMETERS = record(PARAMETER_VALUE);

export const CHOSEN_PARAMETER = struct({
  name: text(),
  title: text(),
  value: PARAMETER_VALUE,
  /** How the value was chosen: "set", or the rule that chose it, "lowest leave-one-out error". */
  rule: text(),
});
