import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { InvalidFields } from '../shared/errors/errors.js';
import { UsageError } from './command.js';

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
  const [password, again] = await askHidden(['Password: ', 'Again: ']);
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

/** Prompts on the terminal without echo. Ctrl-C ends the process; Ctrl-D leaves the remaining answers empty. */
async function askHidden<const Questions extends readonly string[]>(questions: Questions) {
  // Readline edits the line on the terminal, but its output is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  terminal.once('SIGINT', () => {
    process.stderr.write('\n');
    process.exit(130);
  });
  // Buffers lines that arrive together, such as pasted ones.
  const lines = terminal[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const question of questions) {
    process.stderr.write(question);
    const { value = '' } = await lines.next();
    answers.push(value);
    process.stderr.write('\n');
  }
  terminal.close();
  return answers as { [Index in keyof Questions]: string };
}
