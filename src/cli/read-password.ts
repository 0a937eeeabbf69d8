import { buffer } from 'node:stream/consumers';
import { InvalidFields } from '../shared/errors/errors.js';
import { askOnTerminal, type Question } from './ask-on-terminal.js';
import { UsageError } from './command.js';

/** Prompts for a new password, twice. */
export const PASSWORD_QUESTIONS = [
  { text: 'Password: ', isHidden: true },
  { text: 'Again: ', isHidden: true },
] as const satisfies readonly Question[];

/**
 * Reads a new password (contract 10): the only line of standard input, or two matching answers typed on the terminal
 * without echo. Only the line ending is trimmed.
 *
 * @throws {UsageError} if there is no terminal for the prompt, or standard input has more than one line.
 * @throws {InvalidFields} if the two passwords differ, or standard input is not UTF-8.
 */
export async function readPassword({ fromStdin }: { readonly fromStdin: boolean }): Promise<string> {
  if (fromStdin) return onlyLine(decoded(await buffer(process.stdin)));
  if (!process.stdin.isTTY) {
    throw new UsageError('there is no terminal to ask for the password on: use --password-stdin');
  }
  const [password = '', again = ''] = await askOnTerminal(PASSWORD_QUESTIONS);
  if (again !== password) throw new InvalidFields({ password2: ['accounts.passwordsDiffer'] });
  return password;
}

/**
 * Rejects bytes that are not UTF-8, since they would be decoded and hashed as other characters, and the password would
 * never match.
 */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidFields({ password1: ['accounts.malformedText'] });
  }
}

function onlyLine(input: string): string {
  const line = input.replace(/\r?\n$/, '');
  if (line.includes('\n')) throw new UsageError('standard input contains more than one line: pass only the password');
  return line;
}
