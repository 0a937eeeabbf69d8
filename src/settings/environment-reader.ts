import type { Parser } from './parsers.js';

/** Environment variables: the process's own over those of the `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects what is wrong with them, so that all faults can be reported together. */
export class EnvironmentReader {
  /** The names read so far, in this order. */
  readonly names: string[] = [];
  /** A line for each variable that is wrong; never the value of a secret. */
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  /**
   * The value of a variable, or the default where it is absent, empty or wrong. `missing` completes "NAME …" where it
   * must be there.
   */
  get<T>(name: string, parse: Parser<T>, byDefault: T, missing?: string): T {
    this.names.push(name);
    const value = this.environment[name]?.trim();
    if (!value) {
      if (missing) this.faults.push(`${name} ${missing}`);
      return byDefault;
    }
    try {
      return parse(value);
    } catch (error) {
      this.faults.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return byDefault;
    }
  }
}
