import { ON_CLUSTER } from '../options/clusterEngines';
import { COMPUTING } from '../options/general';
import { FITTING, namesOf, type OptionName, READING_OPTIONS, ROW_OPTIONS } from '../options/table';
import type { Operand } from './command';

/** The options for reading a file, for every command that reads one. */
export const reading: readonly OptionName[] = namesOf(READING_OPTIONS);
/** The options for target, rows and method, for every command that describes a fit. */
export const request: readonly OptionName[] = [...namesOf(FITTING), ...namesOf(ROW_OPTIONS), ...reading];
/** The options for where a fit is computed. */
export const onCluster: readonly OptionName[] = namesOf(ON_CLUSTER);
export const computing: readonly OptionName[] = namesOf(COMPUTING);

export const dataFile: Operand = {
  name: 'FILE',
  names: 'data',
  sentence:
    "the table: delimited text or JSON Lines, compressed or not, or Parquet; - is standard input; a folder, a pattern ('parts/*.csv') or several files are one table",
  repeated: true,
};
export const modelFile: Operand = {
  name: 'MODEL',
  names: 'model',
  sentence: "a model that 'fit --save' wrote; - is standard input",
};
