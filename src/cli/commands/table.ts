import { cluster } from './cluster';
import type { Commands } from './command';
import { compare } from './compare';
import { completion } from './completion';
import { exporting } from './export';
import { fit } from './fit';
import { help } from './help';
import { inspect } from './inspect';
import { linearAlgebra } from './linearAlgebra';
import { mcp } from './mcp';
import { methods } from './methods';
import { predict } from './predict';
import { recommend } from './recommend';
import { reproduce } from './reproduce';
import { version } from './version';

/** In the order of the overview. */
export const COMMANDS = {
  fit,
  recommend,
  compare,
  predict,
  cluster,
  export: exporting,
  inspect,
  methods,
  reproduce,
  'linear-algebra': linearAlgebra,
  mcp,
  completion,
  help,
  version,
} satisfies Commands;
