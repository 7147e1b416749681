import { CLASSES } from './terms/classTerms';
import { ERRORS } from './terms/errorTerms';
import { LARGE } from './terms/largeTerms';
import { ROBUST_FITS } from './terms/robustTerms';
import { SPECTRUM } from './terms/spectrumTerms';

/** Every word that the panel explains. */
export const TERMS = { ...ERRORS, ...CLASSES, ...SPECTRUM, ...ROBUST_FITS, ...LARGE };
