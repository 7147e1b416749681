import type { ColourToken } from './style';

/** Colours as CSS values, and the font family. `highContrast` strengthens what is otherwise pale. */
export interface FigureTheme extends Readonly<Record<ColourToken, string>> {
  readonly background: string;
  readonly grid: string;
  readonly axis: string;
  readonly font: string;
  readonly highContrast?: boolean;
}

/** For pictures made without an editor at hand. */
export const LIGHT_THEME: FigureTheme = {
  background: '#ffffff',
  text: '#333333',
  muted: '#707070',
  grid: '#ececec',
  axis: '#b8b8b8',
  accent: '#0066b8',
  yellow: '#a67c00',
  purple: '#7c3aad',
  green: '#2d7d3a',
  red: '#d3313b',
  blue: '#1a6fc4',
  font: 'system-ui, -apple-system, "Segoe UI", "Ubuntu", "Droid Sans", sans-serif',
};

export const DARK_THEME: FigureTheme = {
  background: '#1f1f1f',
  text: '#cccccc',
  muted: '#929292',
  grid: '#2e2e2e',
  axis: '#525252',
  accent: '#4daafc',
  yellow: '#cca700',
  purple: '#b180d7',
  green: '#89d185',
  red: '#f14c4c',
  blue: '#3794ff',
  font: 'system-ui, -apple-system, "Segoe UI", "Ubuntu", "Droid Sans", sans-serif',
};
