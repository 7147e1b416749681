import { svg } from './element';

type Icon = 'more' | 'warning' | 'info' | 'popOut' | 'compare' | 'pin' | 'help' | 'tune';

const PATHS: Readonly<Record<Icon, readonly string[]>> = {
  more: ['M3 8h.01M8 8h.01M13 8h.01'],
  warning: ['M8 2.2 14.3 13.5H1.7Z', 'M8 6.4v3.4', 'M8 11.6v.1'],
  info: ['M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z', 'M8 7.3v4', 'M8 4.7v.1'],
  help: [
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z',
    'M6.2 6.3a1.8 1.8 0 1 1 2.7 1.6c-.6.3-.9.7-.9 1.4',
    'M8 11.5v.1',
  ],
  compare: ['M2.5 13.5h11', 'M5 13.5V8', 'M8 13.5v-11', 'M11 13.5V5'],
  tune: [
    'M2 5h7M13 5h1M2 11h1M7 11h7',
    'M11 3.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2Z',
    'M5 9.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2Z',
  ],
  pin: ['M6 2h4l-.6 4.6L12 9H4l2.6-2.4Z', 'M8 9v5'],
  popOut: ['M9.5 2.5h4v4', 'M13.5 2.5 8 8', 'M11.5 9v4.5h-9v-9H7'],
};

/** A 16-pixel icon in the colour of the text around it. */
export function icon(name: Icon): SVGSVGElement {
  const width = name === 'more' ? 2 : 1.2;
  return svg(
    'svg',
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', focusable: 'false' },
    svg(
      'g',
      {
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': width,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      },
      ...PATHS[name].map((d) => svg('path', { d })),
    ),
  );
}
