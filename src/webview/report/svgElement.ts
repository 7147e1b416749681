import { SVG_NAMESPACE, type SvgNode } from '../../figures/svg/node';

/** The elements of a figure, in the page: texts are text, never markup. */
export function svgElement({ name, attributes, children = [] }: SvgNode): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && key !== 'xmlns') element.setAttribute(key, String(value));
  element.append(...children.map((child) => (typeof child === 'string' ? child : svgElement(child))));
  return element;
}
