import { DOCS, type GlossaryTerm, type WrittenTerm } from './term';
import { CLASS_TERMS } from './terms/classTerms';
import { ERROR_TERMS } from './terms/errorTerms';
import { LARGE_TERMS } from './terms/largeTerms';
import { ROBUST_TERMS } from './terms/robustTerms';
import { SPECTRUM_TERMS } from './terms/spectrumTerms';

const under = (common: string, terms: Readonly<Record<string, WrittenTerm>>): readonly GlossaryTerm[] =>
  Object.entries(terms).map(([name, [sentence, labels, anchor = common]]) => ({ name, sentence, labels, anchor }));

/** Every word that the panel explains. */
export const TERMS = [
  ...under(DOCS.everyRun, { ...ERROR_TERMS, ...CLASS_TERMS, ...SPECTRUM_TERMS }),
  ...under(DOCS.robust, ROBUST_TERMS),
  ...under(DOCS.components, LARGE_TERMS),
];
