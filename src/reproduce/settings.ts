import type { Reproduction } from '../engine/contract/reproduction';

export type Setting = Reproduction['settings'][number];

/** What the paper states, in its text or in the program its authors published with it. */
export const byPaper = (name: string, value: string): Setting => ({ name, value, by: 'paper' });

/** What the paper leaves open, and we chose. */
export const byUs = (name: string, value: string): Setting => ({ name, value, by: 'ours' });
