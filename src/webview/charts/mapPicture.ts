import type { Layout } from '../../figures/layout/figure';
import type { Shape } from '../../figures/layout/shapes';
import type { Theme } from '../theme';
import { contextOf, paintShapes } from './paint';

/** A map painted once for one place and theme; while only marks move over it, a picture is copied. One that is seen for the first time is painted as it is. */
export class MapPicture {
  private picture: HTMLCanvasElement | undefined;
  private map: readonly Shape[] | undefined;
  /** Pixels of the picture for one of the page; 0 while it does not show the map. */
  private ratio = 0;

  paint(context: CanvasRenderingContext2D, { map, sheet }: Layout, theme: Theme, ratio: number): void {
    if (map.length === 0) return;
    if (map !== this.map) {
      this.map = map;
      this.ratio = 0;
      paintShapes(context, map, theme);
      return;
    }
    if (this.picture === undefined || this.ratio !== ratio) {
      this.picture ??= document.createElement('canvas');
      this.picture.width = Math.max(1, Math.round(sheet.width * ratio));
      this.picture.height = Math.max(1, Math.round(sheet.height * ratio));
      const pictureContext = contextOf(this.picture);
      pictureContext.scale(ratio, ratio);
      paintShapes(pictureContext, map, theme);
      this.ratio = ratio;
    }
    context.drawImage(this.picture, 0, 0, sheet.width, sheet.height);
  }
}
