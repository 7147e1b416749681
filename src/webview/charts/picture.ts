import type { FigureSpec } from '../../engine/contract/figure';
import { layoutFigure, selectionShape } from '../../figures/layout/figure';
import type { Theme } from '../theme';
import { canvasMeasure, contextOf, paintLayout, paintShapes } from './paint';

/** Pixels of the picture for each CSS pixel. */
const RATIO = 2;
const MARGIN = 16;
const HEAD = 30;

/** The figure as a PNG at twice its size on screen, with its title, on the theme's background. */
export async function paintPicture(
  spec: FigureSpec,
  theme: Theme,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = document.createElement('canvas');
  picture.width = (width + 2 * MARGIN) * RATIO;
  picture.height = (height + MARGIN + HEAD) * RATIO;
  const context = contextOf(picture);
  context.scale(RATIO, RATIO);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = theme.text;
  context.font = `600 13px ${theme.font}`;
  context.textBaseline = 'middle';
  context.fillText(spec.title, MARGIN, HEAD / 2 + 4);
  context.translate(MARGIN, HEAD);
  const measure = canvasMeasure(theme);
  const layout = layoutFigure(spec, { width, height, measure, highContrast: theme.highContrast });
  paintLayout(context, layout, theme);
  paintShapes(context, selectionShape(layout), theme);
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be encoded as PNG.');
  return new Uint8Array(await blob.arrayBuffer());
}
