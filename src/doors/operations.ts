import type { Operation } from './operation';
import { compare } from './operations/compare';
import { explain } from './operations/explain';
import { exportModel } from './operations/export';
import { fit } from './operations/fit';
import { inspect } from './operations/inspect';
import { methods } from './operations/methods';
import { predict } from './operations/predict';
import { recommend } from './operations/recommend';

/** All operations that language models can ask for, in the order in which they are offered; other extensions may ask for some of them. */
export const OPERATIONS = {
  inspect,
  fit,
  compare,
  predict,
  explain,
  export: exportModel,
  recommend,
  methods,
} as const satisfies Readonly<Record<string, Operation>>;
