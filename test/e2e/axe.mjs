// axe-core over the page that a browser shows: violations of WCAG 2.1 A and AA and of axe's own best practice.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that cannot hold here, each with its reason. */
const EXCEPTIONS = {
  'page-has-heading-one': 'A page that waits for its fit is a line of progress, without a heading.',
};

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Colours, sizes and weights of texts that axe has looked at: who reads one of them reads all alike. */
const lookedAt = new Set();

/**
 * Each rule that is violated with the first places where it is, as sentences. `contrast`: colours alone, which are all that another theme changes, of
 * texts unlike those before; `within`: a selector of what is looked at, if not the whole page.
 * @param {import('playwright-core').Page} page
 * @param {{ contrast?: boolean, within?: string }} [options]
 * @returns {Promise<string[]>}
 */
export async function axeFaults(page, { contrast = false, within } = {}) {
  const looks = await page.evaluate(textLooks, within);
  const unlike = looks.filter((look) => !lookedAt.has(look));
  for (const look of unlike) lookedAt.add(look);
  if (contrast && unlike.length === 0) return [];
  // The page's policy allows no script but its own; the test's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([tags, exceptions, only, selector]) => {
      const { axe, textsByLook } = /** @type {any} */ (window);
      const rules = Object.fromEntries(exceptions.map((id) => [id, { enabled: false }]));
      const places = only?.map((look) => textsByLook.get(look));
      const { violations } = await axe.run(places ? { include: places } : (selector ?? document), {
        runOnly: only ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags },
        rules: only ? {} : rules,
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
    /** @type {const} */ ([TAGS, Object.keys(EXCEPTIONS), contrast ? unlike : undefined, within]),
  );
}

/**
 * Runs in the page: what decides whether a text can be read, of every text that is shown (its colour, size and weight, and what each element around it,
 * shadows included, puts behind or over it), and keeps an element of the page for each.
 */
function textLooks(/** @type {string | undefined} */ within) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  const around = (/** @type {any} */ part) =>
    part.assignedSlot ?? part.parentElement ?? part.getRootNode().host ?? null;
  const lookOf = (/** @type {Element} */ element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const layers = [];
    for (let part = element; part; part = around(part)) {
      const style = getComputedStyle(part);
      layers.push(`${style.backgroundColor} ${style.backgroundImage} ${style.opacity} ${style.filter}`);
    }
    return [color, fontSize, fontWeight, ...layers.filter((layer, i) => layer !== layers[i - 1])].join();
  };
  const visit = (/** @type {Element} */ element, /** @type {Element} */ shown) => {
    const speaks = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if ((speaks || element.matches('input, select, textarea')) && element.checkVisibility()) {
      const look = lookOf(element);
      if (!found.has(look)) found.set(look, shown);
    }
    for (const child of element.children) visit(child, shown === element ? child : shown);
    for (const child of element.shadowRoot?.children ?? []) visit(child, shown);
  };
  for (const start of document.querySelectorAll(within ?? 'body')) visit(start, start);
  Object.assign(window, { textsByLook: found });
  return [...found.keys()];
}
