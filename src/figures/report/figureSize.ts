/** Of every figure in a report, in pixels of its own; the page shows it as wide as there is room. */
export const REPORT_FIGURE = { width: 520, height: 380 } as const;
