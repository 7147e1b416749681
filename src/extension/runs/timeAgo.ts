import { l10n } from 'vscode';

/** "just now", "2 min ago", "3 h ago", "yesterday", "5 days ago", then the date. Milliseconds since 1970. */
export function timeAgo(from: number, now: number): string {
  const minutes = Math.floor((now - from) / 60_000);
  if (!Number.isFinite(minutes)) return '';
  if (minutes < 1) return l10n.t('just now');
  if (minutes < 60) return l10n.t('{0} min ago', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return l10n.t('{0} h ago', hours);
  const days = Math.floor(hours / 24);
  if (days === 1) return l10n.t('yesterday');
  return days < 30 ? l10n.t('{0} days ago', days) : new Date(from).toISOString().slice(0, 10);
}
