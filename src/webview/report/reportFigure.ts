import type { FigureSpec } from '../../engine/contract/figure';
import { REPORT_FIGURE } from '../../figures/layout/figure';
import { LIGHT_THEME } from '../../figures/layout/theme';
import { SVG_NAMESPACE, type SvgNode } from '../../figures/svg/node';
import { svgFigure } from '../../figures/svg/svg';

/** A figure of the report, redrawn while it is in sight. */
export class ReportFigure {
  private spec: FigureSpec | undefined;
  private inSight = false;
  private stale = false;

  constructor(
    readonly element: HTMLElement,
    private readonly choose: (spec: FigureSpec, x: number, y: number) => void,
  ) {
    const sight = new IntersectionObserver(
      (entries) => {
        this.inSight = entries[entries.length - 1].isIntersecting;
        if (this.inSight && this.stale) this.draw();
      },
      { rootMargin: '120px' },
    );
    sight.observe(element);
  }

  show(spec: FigureSpec): void {
    this.spec = spec;
    this.stale = true;
    if (this.inSight) this.draw();
  }

  /** Draws the figure if it is stale; for printing, all are drawn. */
  draw(): void {
    const { spec } = this;
    if (spec === undefined || !this.stale) return;
    this.stale = false;
    const { width, height } = REPORT_FIGURE;
    const { node, layout, left, top } = svgFigure(spec, LIGHT_THEME, width, height);
    const drawn = svgElement(node);
    this.element.replaceChildren(drawn);
    if (spec.pick === undefined) return;
    drawn.classList.add('choosable');
    drawn.addEventListener('click', (event) => {
      const box = drawn.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width - left;
      const y = ((event.clientY - box.top) / box.height) * height - top;
      const { area, scales } = layout;
      if (x < area.left || x > area.right || y < area.top || y > area.bottom) return;
      this.choose(spec, scales.x.value(x), scales.y.value(y));
    });
  }
}

/** The elements of a figure, in the page: texts are text, never markup. */
function svgElement({ name, attributes, children = [] }: SvgNode): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && key !== 'xmlns') element.setAttribute(key, String(value));
  element.append(...children.map((child) => (typeof child === 'string' ? child : svgElement(child))));
  return element;
}
