/** Of every figure in a report, in pixels; the page scales it to the room there is. */
export const REPORT_FIGURE = { width: 520, height: 380 } as const;
