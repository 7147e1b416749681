import type { Operation } from './operation';
import { compareOperation } from './operations/compare';
import { explainOperation } from './operations/explain';
import { exportOperation } from './operations/export';
import { fitOperation } from './operations/fit';
import { inspectOperation } from './operations/inspect';
import { methodsOperation } from './operations/methods';
import { predictOperation } from './operations/predict';
import { recommendOperation } from './operations/recommend';

/** All operations that language models can ask for, in the order in which they are offered; other extensions may ask for some of them. */
export const OPERATIONS = {
  inspect: inspectOperation,
  fit: fitOperation,
  compare: compareOperation,
  predict: predictOperation,
  explain: explainOperation,
  export: exportOperation,
  recommend: recommendOperation,
  methods: methodsOperation,
} as const satisfies Readonly<Record<string, Operation>>;
