import { selectionShape } from '../../figures/layout/figure';
import type { FigureTheme } from '../../figures/layout/theme';
import type { SvgNode } from '../../figures/svg/node';
import type { SvgFigure } from '../../figures/svg/svg';
import { contextOf, paintLayout, paintShapes } from './paint';

/** Pixels of the picture for each CSS pixel. */
const RATIO = 2;

/** A figure as it was arranged for SVG, as a PNG at twice its size: title, finding, plot, note and caption on the theme's background. */
export async function paintPicture(
  { node, layout, left, top }: SvgFigure,
  theme: FigureTheme,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = document.createElement('canvas');
  picture.width = Math.ceil(Number(node.attributes.width) * RATIO);
  picture.height = Math.ceil(Number(node.attributes.height) * RATIO);
  const context = contextOf(picture);
  context.scale(RATIO, RATIO);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, picture.width, picture.height);
  for (const child of node.children ?? [])
    if (typeof child !== 'string' && child.name === 'text') paintLine(context, child, theme);
  context.translate(left, top);
  paintLayout(context, layout, theme);
  paintShapes(context, selectionShape(layout), theme);
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be encoded as PNG.');
  return new Uint8Array(await blob.arrayBuffer());
}

/** One line of text, its strong parts among it. */
function paintLine(
  context: CanvasRenderingContext2D,
  { attributes, children = [] }: SvgNode,
  theme: FigureTheme,
): void {
  let x = Number(attributes.x);
  context.fillStyle = String(attributes.fill);
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (const child of children) {
    const [text, weight] =
      typeof child === 'string' ? [child, attributes['font-weight']] : [String(child.children?.[0] ?? ''), 600];
    context.font = `normal ${weight ?? 400} ${attributes['font-size'] ?? 11}px ${theme.font}`;
    context.fillText(text, x, Number(attributes.y));
    x += context.measureText(text).width;
  }
}
