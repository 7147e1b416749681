import type { FigureSpec } from '../../engine/contract/figure';
import { toCsv } from '../../figures/csv';
import { luminance, parseColour } from '../../figures/layout/colour';
import { selectionShape } from '../../figures/layout/figure';
import { DARK_THEME, type FigureTheme, LIGHT_THEME } from '../../figures/layout/theme';
import { markup, type SvgNode } from '../../figures/svg/node';
import { figureAround, type SvgFigure } from '../../figures/svg/svg';
import { captionOf, pictureName } from '../../figures/words/pictureWords';
import { canvasMeasure, contextOf, paintLayout, paintShapes } from '../charts/paint';
import type { PageContext } from '../context';
import type { ExportFormat } from '../protocol.schema';
import type { MenuItem } from './figureMenu';

/** Saves or copies one figure as it stands, at the size it has on screen. */
export class FigureExport {
  constructor(
    private readonly context: PageContext,
    private readonly figure: () => FigureSpec,
    private readonly size: () => { readonly width: number; readonly height: number },
  ) {}

  /** The items of a figure's menu. */
  get items(): readonly MenuItem[] {
    return [
      { text: () => 'Copy image', act: () => void this.copyImage() },
      {
        text: () => 'Copy data as CSV',
        act: () => void this.copy(() => navigator.clipboard.writeText(toCsv(this.figure())), 'CSV copied.'),
      },
      { text: () => 'Save as PNG…', act: () => void this.save('png') },
      { text: () => `Save as PNG, ${this.other.name}…`, act: () => void this.save('png', this.other.theme) },
      { text: () => 'Save as SVG…', act: () => void this.save('svg') },
      { text: () => 'Save data as CSV…', act: () => void this.save('csv') },
    ];
  }

  /** The theme, light or dark, that is not the editor's: for paper and slides both are asked for. */
  private get other(): { readonly name: string; readonly theme: FigureTheme } {
    const { background, font } = this.context.theme;
    const dark = luminance(parseColour(background) ?? [255, 255, 255, 1]) < 0.2;
    return dark ? { name: 'light', theme: { ...LIGHT_THEME, font } } : { name: 'dark', theme: { ...DARK_THEME, font } };
  }

  private async save(format: ExportFormat, theme?: FigureTheme): Promise<void> {
    const name = pictureName(this.figure(), this.context.source?.());
    this.context.post({ type: 'save', name, format, bytes: await this.bytes(format, theme) });
  }

  private async copyImage(): Promise<void> {
    const picture = new Blob([await this.bytes('png')], { type: 'image/png' });
    await this.copy(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]), 'Image copied.');
  }

  /** Copies, if the editor allows the clipboard; otherwise the person learns what to do instead. */
  private async copy(act: () => Promise<void>, done: string): Promise<void> {
    try {
      await act();
      this.context.announce(done);
    } catch {
      this.context.announce('The clipboard is not available here. Save the figure as a file instead.');
    }
  }

  private async bytes(format: ExportFormat, theme: FigureTheme = this.context.theme): Promise<Uint8Array<ArrayBuffer>> {
    const spec = this.figure();
    if (format === 'csv') return new TextEncoder().encode(toCsv(spec));
    const source = this.context.source?.();
    const arranged = figureAround(spec, theme, this.size(), canvasMeasure(theme), source && captionOf(source));
    return format === 'svg' ? new TextEncoder().encode(`${markup(arranged.node)}\n`) : paintPicture(arranged, theme);
  }
}

/** Pixels of the picture for each CSS pixel. */
const RATIO = 2;

/**
 * A figure arranged for SVG, as a PNG at twice its size: title, finding, plot, note and caption on the theme's
 * background.
 */
async function paintPicture(
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

/** One line of text, including its strong parts. */
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
