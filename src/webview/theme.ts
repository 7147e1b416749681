/** The colours of the editor's theme, resolved for drawing. Every one comes from a --vscode-* variable. */
export interface Theme {
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly grid: string;
  readonly axis: string;
  /** The chosen value, everywhere; never a series. */
  readonly accent: string;
  readonly yellow: string;
  readonly purple: string;
  readonly green: string;
  readonly red: string;
  readonly blue: string;
  readonly tooltip: { readonly background: string; readonly border: string; readonly text: string };
  readonly font: string;
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
    foreground,
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
  let queued = false;
  const observer = new MutationObserver(() => {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      changed();
    });
  });
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['style', 'class', 'data-vscode-theme-id'],
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
}

/** `share` of `over` on `under`, opaque. */
export function mix(over: string, under: string, share: number): string {
  const a = components(over);
  const b = components(under);
  const channel = (i: number) => Math.round(a[i] * share + b[i] * (1 - share));
  return `rgb(${channel(0)}, ${channel(1)}, ${channel(2)})`;
}

export function withAlpha(colour: string, alpha: number): string {
  const [red, green, blue] = components(colour);
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}

/** Red, green and blue, 0…255, of any colour that CSS knows: painted on one pixel and read back. */
function components(colour: string): readonly number[] {
  const known = painted.get(colour);
  if (known) return known;
  const context = probe();
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = '#000';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const read = [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
  painted.set(colour, read);
  return read;
}

const painted = new Map<string, readonly number[]>();

function probe(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This page cannot draw: it got no 2d canvas.');
  return context;
}
