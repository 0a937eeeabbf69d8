import { crc32 } from 'node:zlib';

/** The most that a chunk without compression holds. */
const CHUNK_BYTES = 65_536;

const MAGIC = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]);
const FOOTER_MAGIC = Buffer.from('YZ');
/** Says that the content is checked by CRC-32. */
const FLAGS = Buffer.from([0x00, 0x01]);
const CHECK_BYTES = 4;
/** The filter LZMA2 with the smallest dictionary, padded. */
const BLOCK_HEADER = withCrc(Buffer.from([0x02, 0x00, 0x21, 0x01, 0x00, 0x00, 0x00, 0x00]));

/**
 * Wraps a stream into the format xz without compressing it, as the format allows: Node.js has no compressor for it, and a
 * stranger who downloads the agent then costs the hub next to nothing (decision 107).
 */
export async function* xzStream(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.concat([MAGIC, withCrc(FLAGS)]);
  yield BLOCK_HEADER;
  let [content, packed, sum] = [0, BLOCK_HEADER.length, 0];
  for await (const part of source) {
    for (let from = 0; from < part.length; from += CHUNK_BYTES) {
      const data = part.subarray(from, from + CHUNK_BYTES);
      const start = Buffer.from([content === 0 ? 0x01 : 0x02, 0, 0]);
      start.writeUInt16BE(data.length - 1, 1);
      yield start;
      yield data;
      content += data.length;
      packed += start.length + data.length;
      sum = crc32(data, sum);
    }
  }
  packed += 1;
  yield Buffer.concat([Buffer.of(0x00), Buffer.alloc(padding(packed)), uint32(sum)]);
  const records = Buffer.concat([Buffer.of(0x00, 0x01), varint(packed + CHECK_BYTES), varint(content)]);
  const index = withCrc(Buffer.concat([records, Buffer.alloc(padding(records.length))]));
  yield index;
  const end = Buffer.concat([uint32(index.length / 4 - 1), FLAGS]);
  yield Buffer.concat([uint32(crc32(end)), end, FOOTER_MAGIC]);
}

function withCrc(data: Buffer): Buffer {
  return Buffer.concat([data, uint32(crc32(data))]);
}

function padding(bytes: number): number {
  return (4 - (bytes % 4)) % 4;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Encodes a number in groups of seven bits, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}
