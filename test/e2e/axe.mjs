// axe-core over the page that a browser shows: what stands against WCAG 2.1 A and AA and axe's own best practice.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that cannot hold here, each with its reason. */
const EXCEPTIONS = {
  'page-has-heading-one': 'A page that waits for its fit is a line of progress, without a heading.',
};

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/**
 * Each rule that is violated with the first places where it is, as sentences. `contrast`: colours alone, which are all that another theme changes;
 * `within`: a selector of what is looked at, if not the whole page.
 * @param {import('playwright-core').Page} page
 * @param {{ contrast?: boolean, within?: string }} [options]
 * @returns {Promise<string[]>}
 */
export async function axeFaults(page, { contrast = false, within } = {}) {
  // The page's policy allows no script but its own; the test's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([tags, exceptions, colours, selector]) => {
      const rules = Object.fromEntries(exceptions.map((id) => [id, { enabled: false }]));
      const only = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags };
      const { violations } = await /** @type {any} */ (window).axe.run(selector ?? document, {
        runOnly: only,
        rules: colours ? {} : rules,
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes
            .slice(0, 3)
            .map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary.split('\n')[1]?.trim()})`)
            .join(' | ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`,
      );
    },
    /** @type {const} */ ([TAGS, Object.keys(EXCEPTIONS), contrast, within]),
  );
}
