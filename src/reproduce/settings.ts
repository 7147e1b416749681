import type { Reproduction } from '../engine/contract/reproduction';

export type Setting = Reproduction['settings'][number];

/** What the paper states, in its text or in the program its authors published with it. */
export const byPaper = (name: string, value: string): Setting => ({ name, value, by: 'paper' });

/** What the paper leaves open, and we chose. */
export const byUs = (name: string, value: string): Setting => ({ name, value, by: 'ours' });

/** What the paper states where we do as it says, and what stands in its place where we do not. */
export const byPaperIf = (asPublished: boolean, name: string, published: string, ours: string): Setting =>
  asPublished ? byPaper(name, published) : byUs(name, ours);
