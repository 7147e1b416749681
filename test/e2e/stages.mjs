/** The stages of `npm test` that need a window, and the files of tests that belong to each. */
export const WINDOW_STAGES = {
  layout: ['layout'],
  page: ['page', 'everyMethod', 'comparison', 'inspection', 'advice', 'report', 'accessibility'],
  host: ['host'],
  clicks: ['clicks', 'start'],
  methods: ['methods', 'panels', 'manners', 'robust', 'components'],
  restricted: ['restricted', 'served', 'german'],
  web: ['web', 'engineInBrowser', 'demo'],
  vsix: ['vsix'],
};

/** @param {string} file path of a file of tests */
export function stageOf(file) {
  const name = /([^/\\]+)\.spec\.mjs$/.exec(file)?.[1] ?? file;
  return Object.entries(WINDOW_STAGES).find(([, files]) => files.includes(name))?.[0] ?? name;
}
