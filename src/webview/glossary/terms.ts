import { DOCS, type GlossaryTerm, type WrittenTerm } from './term';
import { CLASS_TERMS } from './terms/classTerms';
import { ERROR_TERMS } from './terms/errorTerms';
import { LARGE_TERMS } from './terms/largeTerms';
import { ROBUST_TERMS } from './terms/robustTerms';
import { SPECTRUM_TERMS } from './terms/spectrumTerms';

const under = (anchor: string, terms: Readonly<Record<string, WrittenTerm>>): readonly GlossaryTerm[] =>
  Object.values(terms).map((term) => ({ anchor, ...term }));

/** Every word that the panel explains. */
export const TERMS = [
  ...under(DOCS.everyRun, { ...ERROR_TERMS, ...CLASS_TERMS, ...SPECTRUM_TERMS }),
  ...under(DOCS.robust, ROBUST_TERMS),
  ...under(DOCS.components, LARGE_TERMS),
];
