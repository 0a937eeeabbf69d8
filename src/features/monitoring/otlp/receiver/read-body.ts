import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { hasCode } from '../../../../shared/errors/has-code.js';
import { OtlpFailure } from './otlp-failure.js';

/** Limits of a body in bytes, as it is sent and unpacked (decision 104). */
export const OTLP_BODY_MAX_BYTES = 1024 * 1024;
export const OTLP_UNPACKED_MAX_BYTES = 4 * 1024 * 1024;

const TOO_LARGE = 'Send smaller batches: a body may have 1 MiB, and 4 MiB unpacked';

const unpack = promisify(gunzip);

/** @throws {OtlpFailure} if the body is announced to be too large, or packed otherwise than by gzip. */
export function checkBodyHeaders({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > OTLP_BODY_MAX_BYTES) throw new OtlpFailure(413, TOO_LARGE);
  if (!['gzip', 'identity'].includes(encodingOf(headers))) {
    throw new OtlpFailure(415, 'Send the body packed with gzip or not at all: this content encoding is unknown');
  }
}

/** Reads a body. @throws {OtlpFailure} if it is too large or cut off. */
export async function readOtlpBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The rest of a body that is too large is dropped as it arrives, so that the sender reads the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > OTLP_BODY_MAX_BYTES) throw new OtlpFailure(413, TOO_LARGE);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof OtlpFailure ? error : new OtlpFailure(400, 'The body did not arrive completely');
  }
  return Buffer.concat(chunks, length);
}

/** Unpacks a body if it is packed. @throws {OtlpFailure} if it is no gzip, or becomes too large. */
export async function unpackOtlpBody({ headers }: IncomingMessage, body: Buffer): Promise<Buffer> {
  if (encodingOf(headers) !== 'gzip') return body;
  try {
    return await unpack(body, { maxOutputLength: OTLP_UNPACKED_MAX_BYTES });
  } catch (error) {
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) throw new OtlpFailure(413, TOO_LARGE);
    throw new OtlpFailure(400, 'The body is not gzip, although its content encoding says so');
  }
}

function encodingOf(headers: IncomingMessage['headers']): string {
  return headers['content-encoding']?.trim().toLowerCase() || 'identity';
}
