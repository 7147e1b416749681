import type { FigureSpec } from '../../engine/contract/figure';
import { toCsv } from '../../figures/csv';
import { svgAround } from '../../figures/svg/svg';
import { canvasMeasure } from '../charts/paint';
import { paintPicture } from '../charts/picture';
import type { PageContext } from '../context';
import type { ExportFormat } from '../protocol';
import type { MenuItem } from './figureMenu';

/** Saves or copies one figure as it stands, at the size it has on screen. */
export class FigureExport {
  constructor(
    private readonly context: PageContext,
    private readonly figure: () => FigureSpec,
    private readonly size: () => { readonly width: number; readonly height: number },
  ) {}

  /** What a figure's menu offers. */
  get items(): readonly MenuItem[] {
    return [
      { text: () => 'Copy image', act: () => void this.copyImage() },
      { text: () => 'Copy data as CSV', act: () => void this.copyCsv() },
      { text: () => 'Save as PNG…', act: () => void this.save('png') },
      { text: () => 'Save as SVG…', act: () => void this.save('svg') },
      { text: () => 'Save data as CSV…', act: () => void this.save('csv') },
    ];
  }

  private async save(format: ExportFormat): Promise<void> {
    const spec = this.figure();
    this.context.post({ type: 'save', name: spec.id, format, bytes: await this.bytes(format) });
  }

  private async copyImage(): Promise<void> {
    const picture = new Blob([await this.bytes('png')], { type: 'image/png' });
    await this.copy(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]), 'Image copied.');
  }

  private async copyCsv(): Promise<void> {
    await this.copy(() => navigator.clipboard.writeText(toCsv(this.figure())), 'CSV copied.');
  }

  /** The editor may forbid the clipboard: then the person learns what to do instead. */
  private async copy(act: () => Promise<void>, done: string): Promise<void> {
    try {
      await act();
      this.context.announce(done);
    } catch {
      this.context.announce('The clipboard is not available here. Save the figure as a file instead.');
    }
  }

  private async bytes(format: ExportFormat): Promise<Uint8Array<ArrayBuffer>> {
    const spec = this.figure();
    if (format === 'csv') return new TextEncoder().encode(toCsv(spec));
    const { theme } = this.context;
    if (format === 'svg') return new TextEncoder().encode(svgAround(spec, theme, this.size(), canvasMeasure(theme)));
    return paintPicture(spec, theme, this.size());
  }
}
