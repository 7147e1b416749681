import type { FigureSpec } from '../../engine/contract/figure';
import type { Theme } from '../theme';
import { FigureChart } from './figureChart';

/** Pixels of the picture for each CSS pixel. */
const RATIO = 2;
const MARGIN = 16;
const HEAD = 30;

/** The figure as a PNG at twice its size on screen, with its title, on the theme's background. */
export async function paintPicture(
  spec: FigureSpec,
  theme: Theme,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const plot = document.createElement('canvas');
  plot.width = width;
  plot.height = height;
  const chart = new FigureChart(plot, spec, theme, { picture: { ratio: RATIO } });
  const picture = document.createElement('canvas');
  picture.width = (width + 2 * MARGIN) * RATIO;
  picture.height = (height + MARGIN + HEAD) * RATIO;
  const context = picture.getContext('2d');
  if (!context) throw new Error('This page cannot draw pictures: it got no 2d canvas.');
  context.scale(RATIO, RATIO);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = theme.foreground;
  context.font = `600 13px ${theme.font}`;
  context.textBaseline = 'middle';
  context.fillText(spec.title, MARGIN, HEAD / 2 + 4);
  context.drawImage(plot, MARGIN, HEAD, width, height);
  chart.destroy();
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be encoded as PNG.');
  return new Uint8Array(await blob.arrayBuffer());
}
