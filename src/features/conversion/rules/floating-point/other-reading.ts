import { type FloatFormat, floatFormatNames, limitsOf } from './float-format.js';
import { readBits } from './parse-float-text.js';

/** The other likely way to read a text: as this text, in this format. */
export interface OtherFloatReading {
  readonly text: string;
  readonly format: FloatFormat;
}

/**
 * Returns how else a text of digits 0 and 1 may be meant: as a decimal if they are the bits of the format, and as the
 * bits of another format if there are as many of them. Undefined if there is only one likely reading.
 */
export function otherReading(text: string, format: FloatFormat): OtherFloatReading | undefined {
  const bits = readBits(text);
  if (!bits || bits.hasPrefix) return undefined;
  const { digits } = bits;
  if (digits.length === limitsOf(format).width) return { text: `${digits}.0`, format };
  const other = floatFormatNames.find((name) => limitsOf(name).width === digits.length);
  return other && { text: digits, format: other };
}
