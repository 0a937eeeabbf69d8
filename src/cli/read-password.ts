import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './command.js';

/**
 * A new password: the one line of standard input, or asked for twice on the terminal without showing it. Nothing is
 * trimmed but the end of the line.
 *
 * @throws {UsageError} when there is no terminal to ask on, or the two differ.
 */
export async function readPassword({ fromStdin }: { readonly fromStdin: boolean }): Promise<string> {
  if (fromStdin) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY)
    throw new UsageError('there is no terminal to ask for the password on: use --password-stdin');
  const password = await askHidden('Password: ');
  if ((await askHidden('Again: ')) !== password) throw new UsageError('the two passwords are not the same');
  return password;
}

async function askHidden(question: string): Promise<string> {
  // Readline edits the line on the terminal but writes it to nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.once('SIGINT', () => {
    process.stderr.write('\n');
    process.exit(130);
  });
  process.stderr.write(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
