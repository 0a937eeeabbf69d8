const FINAL_TEXT = 0x81;

/** A length up to this is the second byte itself; these two mark that it follows in two bytes, or in eight. */
const SHORT_MAX = 125;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;
const TWO_BYTES_MAX = 0xffff;

/**
 * A whole text message of a WebSocket as the bytes that a server sends for it (RFC 6455 §5.2): one frame, neither masked
 * nor compressed. The text comes in parts of UTF-8, which are copied once.
 */
export function textFrame(parts: readonly Buffer[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const begin = length <= SHORT_MAX ? 2 : length <= TWO_BYTES_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(begin + length);
  frame[0] = FINAL_TEXT;
  if (begin === 2) frame[1] = length;
  else if (begin === 4) {
    frame[1] = IN_TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = IN_EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let end = begin;
  for (const part of parts) {
    frame.set(part, end);
    end += part.length;
  }
  return frame;
}
