import type { Commands } from './command';
import { FITS } from './fits';
import { OTHERS } from './others';

/** The commands, in the order of the overview. */
export const COMMANDS = { ...FITS, ...OTHERS } satisfies Commands;
