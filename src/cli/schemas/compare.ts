import { object } from '../../engine/contract/schema';
import type { CompareJson } from '../compare';
import type { Written } from '../json';
import { counts, fileName, kernelscope, methodId, schemaOf } from './parts';
import { race } from './race';

export const compare = object<Written<CompareJson>>({
  $schema: schemaOf('compare'),
  kernelscope,
  method: methodId,
  file: fileName,
  data: counts,
  race,
});
