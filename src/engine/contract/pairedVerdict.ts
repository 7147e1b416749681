/** The verdict of a paired difference of errors: its 95 % interval is below 0, above 0, within 5 % of the error compared with, or none of these. */
export const PAIRED_VERDICTS = ['better', 'worse', 'as good', 'unclear'] as const;
export type PairedVerdict = (typeof PAIRED_VERDICTS)[number];

/** The fraction of an error within which another is as good. */
export const AS_GOOD = 0.05;
