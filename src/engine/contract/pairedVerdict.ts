/** What the 95 % interval of a paired difference of errors tells: it lies below 0, above 0, within 5 % of the error it is compared with, or none of these. */
export const PAIRED_VERDICTS = ['better', 'worse', 'as good', 'unclear'] as const;
export type PairedVerdict = (typeof PAIRED_VERDICTS)[number];

/** Share of an error within which another is as good. */
export const AS_GOOD = 0.05;
