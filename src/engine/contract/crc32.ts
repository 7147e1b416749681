/**
 * CRC-32 (ISO 3309) of the bytes from `from` to `to`, continued from `crc`: −1 at the start, and the caller inverts the end. Four bytes at a
 * time, as a large run would otherwise make a person wait.
 */
export function crcOf(crc: number, bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  for (; i + 4 <= to; i += 4) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc = CRC[768 + (crc & 255)] ^ CRC[512 + ((crc >>> 8) & 255)] ^ CRC[256 + ((crc >>> 16) & 255)] ^ CRC[crc >>> 24];
  }
  for (; i < to; i++) crc = CRC[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return crc;
}

/** The remainders after each of the 256 bytes; then the same after one, two and three more bytes of 0. */
const CRC = new Int32Array(1024);
for (let o = 0; o < CRC.length; o++) {
  let crc = o < 256 ? o : CRC[o - 256];
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  CRC[o] = crc;
}
