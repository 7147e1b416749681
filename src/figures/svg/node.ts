export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** An element of SVG, for a file or for a page. */
export interface SvgNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children?: readonly (SvgNode | string)[];
  /** In a file each child begins a new line. */
  readonly lines?: boolean;
}

export const node = (
  name: string,
  attributes: SvgNode['attributes'],
  ...children: readonly (SvgNode | string)[]
): SvgNode => ({ name, attributes, children });

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * For content and attributes. Characters that XML forbids even escaped (control characters, lone surrogates) become a
 * space.
 */
export function escapeXml(text: string): string {
  let out = '';
  for (const c of text) {
    const code = c.codePointAt(0) ?? 0;
    const allowed =
      code >= 0x20
        ? !(code >= 0xd800 && code < 0xe000) && code !== 0xfffe && code !== 0xffff
        : code === 9 || code === 10;
    out += allowed ? (ESCAPES[c] ?? c) : ' ';
  }
  return out;
}

/** As text of a file. Column names come from files of unknown origin: whatever is a string here is escaped. */
export function markup({ name, attributes, children = [], lines }: SvgNode): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  if (children.length === 0) return `<${name}${written.join('')}/>`;
  const inside = children.map((child) => (typeof child === 'string' ? escapeXml(child) : markup(child)));
  const body = lines ? `\n${inside.join('\n')}\n` : inside.join('');
  return `<${name}${written.join('')}>${body}</${name}>`;
}
