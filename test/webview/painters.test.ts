import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { componentsFacts } from '../../src/figures/components/facts';
import { allComponentsFigures } from '../../src/figures/components/tabs';
import { componentsView } from '../../src/figures/components/view';
import { layoutFigure } from '../../src/figures/layout/figure';
import { DARK_THEME, type FigureTheme, LIGHT_THEME } from '../../src/figures/layout/theme';
import { markup } from '../../src/figures/svg/node';
import { figureAround } from '../../src/figures/svg/svg';
import { allFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { paintLayout } from '../../src/webview/charts/paint';
import { approximationExample } from '../figures/approximationExample';
import { componentsExample } from '../figures/componentsExample';
import { exampleRun } from '../figures/exampleRun';
import { robustExample } from '../figures/robustExample';
import { scaled } from '../figures/scaled';

const three = exampleRun({ n: 40, holdout: 12 });
const components = (kind: 'nystrom' | 'empirical') => {
  const run = componentsExample({ kind });
  return allComponentsFigures(componentsView(run, componentsFacts(run)));
};

const FIGURES: Readonly<Record<string, () => readonly FigureSpec[]>> = {
  'three columns': () => allFigures(deriveView(three)),
  'three columns, λ moved': () => allFigures(deriveView(three, scaled(three, 20))),
  'one column': () => allFigures(deriveView(exampleRun({ n: 40, holdout: 12, features: 1 }))),
  'three zones': () => allFigures(deriveView(exampleRun({ n: 24, holdout: 6, method: 'three-zone' }))),
  classes: () => allFigures(deriveView(exampleRun({ n: 30, holdout: 12, classes: 3 }))),
  'random features': () => allFigures(deriveView(approximationExample())),
  huber: () => allFigures(deriveView(robustExample({ n: 30, holdout: 10 }))),
  quantile: () => allFigures(deriveView(robustExample({ n: 30, holdout: 10, method: 'quantile' }))),
  nystrom: () => components('nystrom'),
  empirical: () => components('empirical'),
};

const THEMES: readonly FigureTheme[] = [LIGHT_THEME, { ...DARK_THEME, highContrast: true }];

/** Any widths will do, as long as both painters are given the same. */
const measure = (text: string, strong: boolean) => Array.from(text).length * (strong ? 6.5 : 6);

for (const [name, figures] of Object.entries(FIGURES))
  test(`canvas and SVG show the same picture: ${name}`, () => {
    for (const spec of figures())
      for (const theme of THEMES)
        for (const [width, height] of [
          [360, 220],
          [760, 300],
        ]) {
          const canvas = new Recorder();
          const layout = layoutFigure(spec, { width, height, measure, highContrast: theme.highContrast === true });
          paintLayout(canvas.context, layout, theme);
          const drawn = drawnInSvg(
            markup(figureAround({ ...spec, select: undefined }, theme, { width, height }, measure).node),
          );
          assert.deepEqual(canvas.drawn, drawn, `${spec.id} at ${width}×${height}`);
          assert.ok(drawn.length > 5, `${spec.id} shows something`);
        }
  });

/** Tenths of a pixel, as in files. */
const tenth = (v: number) => String(Math.round(v * 10) / 10 || 0);

/** A canvas's context that writes down what is drawn: a line for each outline and each text, as `drawnInSvg` has them. */
class Recorder {
  readonly drawn: string[] = [];
  private outline = '';
  private painted = false;
  private dash: readonly number[] = [];
  private rim = '';
  private state = {
    fillStyle: '',
    strokeStyle: '',
    globalAlpha: 1,
    lineWidth: 1,
    font: '',
    textAlign: 'left',
    clip: '',
  };
  private readonly saved: (typeof this.state)[] = [];

  /** The part of a context that the painter uses; anything else is no function. */
  get context(): CanvasRenderingContext2D {
    const calls = {
      save: () => this.saved.push({ ...this.state }),
      restore: () => Object.assign(this.state, this.saved.pop()),
      beginPath: () => {
        this.outline = '';
        this.painted = false;
      },
      moveTo: (x: number, y: number) => this.trace(`M${tenth(x)} ${tenth(y)}`),
      lineTo: (x: number, y: number) => this.trace(`${this.outline === '' ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`),
      arc: (x: number, y: number, r: number) => this.trace(`circle ${tenth(x)} ${tenth(y)} ${r}`),
      closePath: () => this.trace(this.outline.startsWith('circle') ? '' : 'Z'),
      clip: () => {
        this.state.clip = this.outline;
      },
      fill: () => this.paint(`fill ${this.state.fillStyle} ${this.state.globalAlpha}`),
      stroke: () => {
        const { strokeStyle, globalAlpha, lineWidth } = this.state;
        this.paint(`stroke ${strokeStyle} ${globalAlpha} ${lineWidth} [${this.dash.join(' ')}]`);
      },
      setLineDash: (dash: readonly number[]) => {
        this.dash = dash;
      },
      createLinearGradient: () => ({ addColorStop: () => undefined }),
      fillRect: (x: number, y: number, w: number, h: number) =>
        this.drawn.push(`rect ${tenth(x)} ${tenth(y)} ${tenth(w)} ${tenth(h)}`),
      strokeText: () => {
        this.rim = ` on ${this.state.strokeStyle}`;
      },
      fillText: (text: string, x: number, y: number) => {
        const { fillStyle, font, textAlign } = this.state;
        const weight = font.includes('600') ? ' 600' : '';
        this.drawn.push(`${textAlign}${weight} ${tenth(x)} ${tenth(y + 3.96)} ${fillStyle}${this.rim}: ${text}`);
        this.rim = '';
      },
    };
    return new Proxy(calls, {
      get: (_, key) => Reflect.get(calls, key) ?? Reflect.get(this.state, key),
      set: (_, key, value) => Reflect.set(this.state, key, value),
    }) as unknown as CanvasRenderingContext2D;
  }

  private trace(part: string): void {
    this.outline += part;
  }

  /** A path that is filled and stroked is one. */
  private paint(how: string): void {
    const clipped = this.state.clip === '' ? '' : ` within ${this.state.clip}`;
    if (this.painted) this.drawn.push(`${this.drawn.pop()}, ${how}`);
    else this.drawn.push(`${this.outline}${clipped}: ${how}`);
    this.painted = true;
  }
}

const ALIGN: Readonly<Record<string, string>> = { start: 'left', middle: 'center', end: 'right' };

const NAMED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The shapes that the plot's group of an SVG document shows. */
function drawnInSvg(svg: string): string[] {
  const plot = svg.slice(svg.indexOf('<g transform="translate('), svg.indexOf('\n</g>\n'));
  const clips = new Map<string, string>();
  const drawn: string[] = [];
  let group: Record<string, string> = {};
  for (const [, tag, written, content] of plot.matchAll(/<(\/?\w+)((?: [\w-]+="[^"]*")*) ?\/?>([^<]*)/g)) {
    const own: Record<string, string> = {};
    for (const [, key, value] of written.matchAll(/([\w-]+)="([^"]*)"/g)) own[key] = value;
    if (tag === 'g') group = own;
    if (tag === '/g') group = {};
    if (tag === 'clipPath') group = { defines: own.id };
    if (tag === '/clipPath') group = {};
    const all = { ...group, ...own };
    if (tag === 'path' && all.defines !== undefined) clips.set(`url(#${all.defines})`, own.d);
    else if (tag === 'path') drawn.push(`${own.d}${within(clips.get(own['clip-path'] ?? ''))}: ${painted(all)}`);
    else if (tag === 'circle') drawn.push(`circle ${own.cx} ${own.cy} ${own.r}: ${painted(all)}`);
    else if (tag === 'rect') drawn.push(`rect ${own.x} ${own.y} ${own.width} ${own.height}`);
    else if (tag === 'text') {
      const align = ALIGN[own['text-anchor'] ?? 'start'];
      const weight = own['font-weight'] === '600' ? ' 600' : '';
      const rim = own.stroke === undefined ? '' : ` on ${own.stroke}`;
      const text = content.replace(/&[^;]+;/g, (name) => NAMED[name] ?? name);
      drawn.push(`${align}${weight} ${own.x} ${own.y} ${own.fill}${rim}: ${text}`);
    }
  }
  return drawn;
}

function within(clip: string | undefined): string {
  return clip === undefined ? '' : ` within ${clip}`;
}

function painted(attributes: Readonly<Record<string, string>>): string {
  const { fill, stroke } = attributes;
  const parts: string[] = [];
  if (fill !== undefined && fill !== 'none') parts.push(`fill ${fill} ${attributes['fill-opacity'] ?? 1}`);
  if (stroke !== undefined)
    parts.push(
      `stroke ${stroke} ${attributes['stroke-opacity'] ?? 1} ${attributes['stroke-width']} [${attributes['stroke-dasharray'] ?? ''}]`,
    );
  return parts.join(', ');
}
