/** Quarter octaves from the default length scale that K-fold errors are computed at: from 1/32 of it to four times it. */
export const GRID_SCALES = 29;
export const GRID_STEPS = Array.from({ length: GRID_SCALES }, (_, i) => i - 20);
