/** Fewer characters prove nothing. */
const ENOUGH = 5;

/**
 * The East Asian encoding that these bytes, which are no UTF-8, are probably in. Western text has single bytes from 0x80
 * on, between letters; characters of two bytes come in runs.
 */
export function doubleByteEncoding(bytes: Uint8Array): string | undefined {
  if (isShiftJis(bytes)) return 'Shift-JIS';
  let pairs = 0;
  let kana = 0;
  let runs = 0;
  for (let i = 0; i < bytes.length; runs++) {
    while (i < bytes.length && bytes[i] < 0x80) i++;
    const start = i;
    for (; bytes[i] >= 0x80; i++) {
      if (bytes[i] === 0x80 || bytes[i] === 0xff) return undefined;
      // Hiragana and katakana.
      if ((i - start) % 2 === 0 && (bytes[i] === 0xa4 || bytes[i] === 0xa5)) kana++;
    }
    if ((i - start) % 2 === 1) return undefined;
    pairs += (i - start) / 2;
  }
  if (pairs < ENOUGH || pairs < 1.5 * runs) return undefined;
  return kana > 0.2 * pairs ? 'EUC-JP' : 'GBK or EUC-KR';
}

/** JIS X 0208, appendix 1: leading bytes of common characters are 0x81 to 0x9F, which hold little but signs elsewhere. */
function isShiftJis(bytes: Uint8Array): boolean {
  let common = 0;
  let others = 0;
  let adjoining = 0;
  for (let i = 0, last = -1; i < bytes.length; i++) {
    const lead = bytes[i];
    if (lead < 0x80) continue;
    if (lead >= 0xa1 && lead <= 0xdf) {
      others++;
      continue;
    }
    const trail = bytes[++i];
    if (lead === 0x80 || lead === 0xa0 || lead > 0xfc || !(trail >= 0x40 && trail <= 0xfc) || trail === 0x7f)
      return false;
    if (lead < 0xa0) common++;
    else others++;
    if (last === i - 2) adjoining++;
    last = i;
  }
  return common >= ENOUGH && common > 4 * others && adjoining > common / 2;
}
