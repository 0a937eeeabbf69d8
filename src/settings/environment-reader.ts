import type { Parser } from './parsers.js';

/** Environment variables. Those of the process take precedence over those in the `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects their faults so that all of them can be reported together. */
export class EnvironmentReader {
  readonly names: string[] = [];
  /** One line for each bad variable, never including the value of a secret. */
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  /**
   * Returns a variable's value, or the default if it is absent, empty or invalid. `missing` completes "NAME …" for a
   * required variable.
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

  /** Whether a variable is present and not empty. */
  isSet(name: string): boolean {
    return Boolean(this.environment[name]?.trim());
  }
}
