import { DOCS, type GlossaryTerm, type WrittenTerm } from './term';
import { CLASSES } from './terms/classTerms';
import { ERRORS } from './terms/errorTerms';
import { LARGE } from './terms/largeTerms';
import { ROBUST_FITS } from './terms/robustTerms';
import { SPECTRUM } from './terms/spectrumTerms';

const under = (anchor: string, terms: Readonly<Record<string, WrittenTerm>>): readonly GlossaryTerm[] =>
  Object.values(terms).map((term) => ({ anchor, ...term }));

/** Every word that the panel explains. */
export const TERMS = [
  ...under(DOCS.everyRun, { ...ERRORS, ...CLASSES, ...SPECTRUM }),
  ...under(DOCS.robust, ROBUST_FITS),
  ...under(DOCS.components, LARGE),
];
