import { readFile } from 'node:fs/promises';
import { isHostToken } from '../features/monitoring/host-token.js';
import { CommandFailure } from '../shared/errors/command-failure.js';

/** Source of the token: a file, or the value of an environment variable. */
export interface AgentTokenSource {
  readonly file: string | undefined;
  readonly text: string | undefined;
}

/**
 * Reads the token and returns a function that rereads it, since the file may be replaced later.
 *
 * @throws {CommandFailure} when there is no token.
 */
export async function openAgentToken({ file, text }: AgentTokenSource): Promise<() => Promise<string>> {
  if (file === undefined) {
    const token = text?.trim() ?? '';
    if (!isHostToken(token)) throw new CommandFailure(`VIGIA_AGENT_TOKEN ${FAULT}`);
    return async () => token;
  }
  let last = await readToken(file);
  return async () => {
    // Keeps the last token because the file may be temporarily unreadable.
    last = await readToken(file).catch(() => last);
    return last;
  };
}

const FAULT =
  'does not contain a host token: create one with "vigia host add <name>" at the hub. It begins with vigia_host_.';

async function readToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailure(`--token-file ${file} cannot be read: ${(error as Error).message}`);
  });
  const token = text.trim();
  if (!isHostToken(token)) throw new CommandFailure(`--token-file ${file} ${FAULT}`);
  return token;
}
