import type { Command } from './command.js';

/** Returns the usage line of a command. */
export function formatUsage({ name, positionals = [], positionalsMayLack, options = {} }: Command): string {
  const args = positionals.map((positional) => (positionalsMayLack ? `[<${positional}>]` : `<${positional}>`));
  const words = Object.entries(options).map(([option, { type, needed }]) => {
    const word = type === 'string' ? `--${option} <${option}>` : `--${option}`;
    return needed ? word : `[${word}]`;
  });
  return ['vigia', name, ...args, ...words].join(' ');
}

/** Returns the usage line for the commands whose names begin with the given words. */
export function usageOfAll(words: string): string {
  return words ? `vigia ${words} <command> [arguments]` : 'vigia [<command>] [arguments]';
}

/** Returns the full help for a command (contract 10). */
export function helpOn(command: Command): string {
  const options = { ...command.options, help: { summary: 'shows this' } };
  return [
    `usage: ${formatUsage(command)}`,
    '',
    command.summary,
    ...(command.notes ?? []),
    '',
    'Options:',
    ...columns(Object.entries(options).map(([name, { summary }]) => [`--${name}`, summary])),
    '',
    'Example:',
    `  ${command.example}`,
  ].join('\n');
}

/** Lists the commands whose names begin with the given words; without any words, all commands. */
export function helpOnAll(commands: readonly Command[], words = ''): string {
  const shown = commands.filter(({ name }) => `${name} `.startsWith(words && `${words} `));
  return [
    `usage: ${usageOfAll(words)}`,
    '',
    'Commands:',
    ...columns(shown.map(({ name, summary }) => [name, summary])),
    '',
    ...examplesOf(shown, words),
    '',
    'Settings come from the environment and from .env, as for the service.',
    'Exit codes: 0 done, 1 failed, 2 not understood.',
  ].join('\n');
}

/** Returns each command's example for a group; for the full list, only the one that a new operator needs first. */
function examplesOf(shown: readonly Command[], words: string): readonly string[] {
  if (words) {
    const more = `vigia ${shown[0]?.name ?? words} --help says more about one of them, and so for each.`;
    return ['Examples:', ...shown.map(({ example }) => `  ${example}`), '', more];
  }
  return [
    'Example, which creates the first account that may open /admin/:',
    '  vigia setup',
    '',
    'vigia user create --help says more about one of them, and so for each; vigia --version says which version this is.',
  ];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
