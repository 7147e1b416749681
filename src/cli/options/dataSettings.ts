/** What --set takes beside the parameters of the method. */
export const DATA_SETTINGS = ['standardise', 'missing', 'maxLevels', 'maxRows'] as const;
