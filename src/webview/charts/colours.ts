import type { Role } from '../../engine/contract/figure';
import type { SequentialTheme } from '../../figures/layout/sequential';
import { type ColorToken, STYLES } from '../../figures/layout/style';
import type { Theme } from '../theme';

export function tokenColour(theme: Theme, token: ColorToken): string {
  return token === 'text' ? theme.foreground : theme[token];
}

export function roleColour(theme: Theme, role: Role): string {
  return tokenColour(theme, STYLES[role].color);
}

export function sequentialTheme({ background, blue, foreground, highContrast }: Theme): SequentialTheme {
  return { background, blue, text: foreground, highContrast };
}
