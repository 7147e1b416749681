import type { GlossaryTerm, WrittenTerm } from './term';
import { CLASSES } from './terms/classTerms';
import { ERRORS } from './terms/errorTerms';
import { LARGE } from './terms/largeTerms';
import { ROBUST_FITS } from './terms/robustTerms';
import { SPECTRUM } from './terms/spectrumTerms';

const WRITTEN: Readonly<Record<string, WrittenTerm>> = { ...ERRORS, ...CLASSES, ...SPECTRUM, ...ROBUST_FITS, ...LARGE };

/** Every word that the panel explains. */
export const TERMS: readonly GlossaryTerm[] = Object.values(WRITTEN).map((term) => ({
  anchor: 'methods.md#what-every-run-shows',
  ...term,
}));
