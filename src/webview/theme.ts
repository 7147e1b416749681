import { mix } from '../figures/layout/colour';
import type { FigureTheme } from '../figures/layout/theme';
import { Redraw } from './live/redraw';

/** The colours of the editor's theme, resolved for drawing. Every one comes from a --vscode-* variable. */
export interface Theme extends FigureTheme {
  readonly tooltip: { readonly background: string; readonly border: string; readonly text: string };
  readonly highContrast: boolean;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = (...names: string[]) => {
    for (const name of names) {
      const value = style.getPropertyValue(`--vscode-${name}`).trim();
      if (value !== '') return value;
    }
    return '';
  };
  const highContrast = document.body.className.includes('vscode-high-contrast') || read('contrastBorder') !== '';
  const background = read('editor-background') || 'Canvas';
  const text = read('foreground') || 'CanvasText';
  const foreground = read('charts-foreground') || text;
  return {
    background,
    text: foreground,
    // descriptionForeground equals foreground in Light Modern, so muted text is mixed here.
    muted: highContrast ? text : mix(text, background, 0.68),
    grid: mix(foreground, background, highContrast ? 0.22 : 0.09),
    axis: mix(foreground, background, highContrast ? 0.8 : 0.3),
    accent: read('textLink-foreground', 'focusBorder') || foreground,
    yellow: read('charts-yellow') || foreground,
    purple: read('charts-purple') || foreground,
    green: read('charts-green') || foreground,
    red: read('charts-red', 'errorForeground') || foreground,
    blue: read('charts-blue') || foreground,
    tooltip: {
      background: read('editorHoverWidget-background') || background,
      border: read('editorHoverWidget-border', 'contrastBorder') || foreground,
      text: read('editorHoverWidget-foreground') || text,
    },
    font: read('font-family') || 'sans-serif',
    highContrast,
  };
}

/** Calls back when the editor switches theme: it rewrites the variables on <html> and the class of <body>. */
export function watchTheme(changed: () => void): void {
  const redraw = new Redraw(changed);
  const observer = new MutationObserver(() => redraw.request());
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['style', 'class', 'data-vscode-theme-id'],
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
}
