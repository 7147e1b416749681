import { DATA_REPORT, INSPECTION, TARGET_CANDIDATE } from '../../engine/contract/data.schema';
import { METHOD_SPEC } from '../../engine/contract/method';
import { PROPOSAL, PROPOSALS } from '../../engine/contract/proposal';
import { RACE } from '../../engine/contract/race.schema';
import { REPRODUCTION } from '../../engine/contract/reproduction';
import { anything, count, extended, list, picked, record, struct, text, texts } from '../../engine/contract/schema';
import { begun } from './written';

// What commands write beside fit and predict.

export const RECOMMEND_JSON = extended(extended(begun('recommend'), PROPOSALS.members), {
  /** Empty for principal components. */
  target: text(),
  proposals: list(
    extended(PROPOSAL, {
      /** What fit is given for it, as a shell takes it. */
      options: texts(),
    }),
  ),
});

export const COMPARE_JSON = extended(begun('compare'), {
  /** Method id. */
  method: text(),
  /** Name of the file. */
  file: text(),
  data: picked(DATA_REPORT, 'rows', 'used', 'train', 'holdout', 'columns'),
  race: RACE,
});

export const INSPECT_JSON = extended(begun('inspect'), {
  ...INSPECTION.members,
  /** Every column as a target, the best first. */
  targets: list(TARGET_CANDIDATE),
});

export const METHODS_JSON = extended(begun('methods'), { methods: list(METHOD_SPEC) });

export const METHOD_JSON = extended(begun('method'), {
  method: METHOD_SPEC,
  /** Papers that the source names. */
  papers: list(
    struct({
      /** As the source names it. */
      tag: text(),
      /** The tag in words. */
      meaning: text(),
      title: text(),
      authors: text(),
      year: count(),
      /** Its address. */
      link: text(),
    }),
  ),
});

export const REPRODUCE_JSON = extended(begun('reproduce'), REPRODUCTION.members);

/** On standard output in place of any of these, where a command with --json - fails. */
export const FAILURE_JSON = extended(begun('failure'), {
  failure: struct({
    /** Such as data/unknown-column, or command-line: stable, while the sentence may be reworded. */
    code: text(),
    /** What happened and what to do. */
    message: text(),
    /** By name, such as the column or the row; which there are depends on the code. */
    details: record(anything),
  }),
});
