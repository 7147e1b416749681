/** The characters of the bytes 0x80 to 0x9f in Windows-1252; five of them are control characters there too. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes bytes. Several versions of Node.js take Windows-1252 for Latin-1, in which those bytes are control characters. */
export function decodedBy(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252'
    ? text.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 128])
    : text;
}
