import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The arguments of a command invocation. */
export interface CommandArguments {
  /** The positional arguments, one for each name in {@link Command.positionals}. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** The values of each repeatable option, in order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** A command of the command line (contract 10). */
export interface Command {
  /** The words that invoke the command, e.g. `user create`. */
  readonly name: string;
  readonly summary: string;
  /** Additional lines for the command's help, after the summary. */
  readonly notes?: readonly string[];
  /** The names of the positional arguments, all required. */
  readonly positionals?: readonly string[];
  /** Set if an option can replace the positional arguments; the command itself then checks for missing ones. */
  readonly positionalsMayLack?: true;
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly example: string;
  run(given: CommandArguments): Promise<void>;
}

interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  readonly needed?: true;
  /** Makes the option repeatable: see {@link CommandArguments.lists}. */
  readonly multiple?: true;
}

/** The command line is invalid: exit code 2. The message says how to fix it. */
export class UsageError extends Error {}

/** Parses the arguments after a command's name. Help takes precedence over missing arguments. @throws {UsageError} */
export function readArguments(command: Command, args: readonly string[]): CommandArguments | 'help' {
  const { values, lists, positionals } = parse(command, args);
  if (values.help) return 'help';
  const expected = command.positionals ?? [];
  const missing = expected[positionals.length];
  if (missing && !command.positionalsMayLack) throw new UsageError(`missing <${missing}>`);
  const [surplus] = positionals.slice(expected.length);
  if (surplus !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(surplus)}`);
  for (const [name, { needed }] of Object.entries(command.options ?? {})) {
    if (needed && values[name] === undefined) throw new UsageError(`missing --${name}`);
  }
  return { positionals, options: values, lists };
}

function parse(command: Command, args: readonly string[]) {
  const own = Object.entries(command.options ?? {}).map(
    ([name, { type, multiple = false }]) => [name, { type, multiple }] as const,
  );
  const options: ParseArgsOptionsConfig = { ...Object.fromEntries(own), help: { type: 'boolean', short: 'h' } };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const entries = Object.entries(values);
    return {
      values: Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value))) as CommandArguments['options'],
      lists: Object.fromEntries(entries.filter(([, value]) => Array.isArray(value))) as CommandArguments['lists'],
      positionals,
    };
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'not understood');
  }
}
