import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** What a command was called with. */
export interface CommandArguments {
  /** The positional arguments, as many as {@link Command.positionals} names. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** A command of the command line (contract 10). */
export interface Command {
  /** Its words, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  /** Further lines of its help, beyond the summary. */
  readonly notes?: readonly string[];
  /** The names of its positional arguments, all needed. */
  readonly positionals?: readonly string[];
  /** Set where an option can replace them: the command itself then checks what is missing. */
  readonly positionalsMayLack?: true;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** An example call, shown in its help. */
  readonly example: string;
  run(given: CommandArguments): Promise<void>;
}

interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** It must be given. */
  readonly needed?: true;
}

/** The command line was not understood: exit 2. The message has what to do. */
export class UsageError extends Error {}

/** The arguments of a command, after its name. Help wins over what is missing. @throws {UsageError} */
export function readArguments(command: Command, args: readonly string[]): CommandArguments | 'help' {
  const { values, positionals } = parse(command, args);
  if (values.help) return 'help';
  const expected = command.positionals ?? [];
  const missing = expected[positionals.length];
  if (missing && !command.positionalsMayLack) throw new UsageError(`missing <${missing}>`);
  const [surplus] = positionals.slice(expected.length);
  if (surplus !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(surplus)}`);
  for (const [name, { needed }] of Object.entries(command.options ?? {})) {
    if (needed && values[name] === undefined) throw new UsageError(`missing --${name}`);
  }
  return { positionals, options: values };
}

function parse(command: Command, args: readonly string[]) {
  const own = Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }] as const);
  const options: ParseArgsOptionsConfig = { ...Object.fromEntries(own), help: { type: 'boolean', short: 'h' } };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as CommandArguments['options'], positionals };
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'not understood');
  }
}
