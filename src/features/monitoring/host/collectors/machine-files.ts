import { readdirSync, readFileSync } from 'node:fs';

/** Reads files of `/proc` and `/sys`. These are in memory; those that ask a device are read by `DeviceFiles`. */
export class MachineFiles {
  /** @param root where `/proc` and `/sys` are; tests pass another. */
  constructor(private readonly root = '') {}

  /** @throws if the file does not exist or cannot be read. */
  read(path: string): string {
    return readFileSync(`${this.root}${path}`, 'utf8');
  }

  /** Returns undefined for a file that this kernel, or this machine, does not have. */
  readOptional(path: string): string | undefined {
    try {
      return this.read(path);
    } catch {
      return undefined;
    }
  }

  /** Returns the number in a file; NaN if there is none. */
  readNumber(path: string): number {
    const text = this.readOptional(path)?.trim();
    return text === undefined || text === '' ? Number.NaN : Number(text);
  }

  /** Returns the names in a folder; none if it does not exist. */
  list(path: string): readonly string[] {
    try {
      return readdirSync(`${this.root}${path}`);
    } catch {
      return [];
    }
  }
}
