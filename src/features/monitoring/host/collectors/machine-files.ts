import { closeSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';

/** Maximum size of a file: about 8,000 UDP sockets. A longer one takes too long to read, and is left out. */
const FILE_BYTES_MAX = 1024 * 1024;

/**
 * Reads files of `/proc` and `/sys` that the kernel has in memory, so that reading them cannot hang. Those that ask a
 * device are read by {@link DeviceFiles}.
 */
export class MachineFiles {
  /** @param root where `/proc` and `/sys` are; tests pass another. */
  constructor(private readonly root = '') {}

  /** Returns where a file is, for those who read it by other means. */
  pathOf(path: string): string {
    return `${this.root}${path}`;
  }

  /** @throws if the file does not exist, cannot be read or is too long. */
  read(path: string): string {
    const file = openSync(this.pathOf(path), 'r');
    try {
      return readBounded(file, path);
    } finally {
      closeSync(file);
    }
  }

  /** Returns undefined for a file that this kernel or this machine does not have. */
  readOptional(path: string): string | undefined {
    try {
      return this.read(path);
    } catch {
      return undefined;
    }
  }

  /** Returns the text of a file without white space around it; '' if there is none. */
  readLine(path: string): string {
    return this.readOptional(path)?.trim() ?? '';
  }

  /** Returns the number in a file, which may be hexadecimal (`0x…`); NaN if there is none. */
  readNumber(path: string): number {
    const text = this.readLine(path);
    return text === '' ? Number.NaN : Number(text);
  }

  /** Returns the names in a folder; none if it does not exist. */
  list(path: string): readonly string[] {
    try {
      return readdirSync(this.pathOf(path));
    } catch {
      return [];
    }
  }

  /** Follows symbolic links; returns undefined if they lead nowhere. */
  realPath(path: string): string | undefined {
    try {
      return realpathSync(this.pathOf(path));
    } catch {
      return undefined;
    }
  }
}

/** Shared by all readings, which are synchronous. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);

function readBounded(file: number, path: string): string {
  const length = readSync(file, buffer, 0, buffer.length, null);
  if (length < buffer.length) {
    // A file of `/proc` may answer in parts, so only an empty answer is its end.
    const next = readSync(file, buffer, length, buffer.length - length, null);
    if (next === 0) return buffer.toString('utf8', 0, length);
    return readOn(file, path, Buffer.from(buffer.subarray(0, length + next)));
  }
  return readOn(file, path, Buffer.from(buffer));
}

function readOn(file: number, path: string, first: Buffer): string {
  const parts = [first];
  let bytes = first.length;
  for (;;) {
    const length = readSync(file, buffer, 0, buffer.length, null);
    if (length === 0) return Buffer.concat(parts).toString('utf8');
    bytes += length;
    if (bytes > FILE_BYTES_MAX) throw new Error(`${path} is too long`);
    parts.push(Buffer.from(buffer.subarray(0, length)));
  }
}
