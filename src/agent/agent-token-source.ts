import { readFile } from 'node:fs/promises';
import { isAgentToken } from '../features/monitoring/agent-token.js';
import { CommandFailure } from '../shared/errors/command-failure.js';

/** Where the token comes from: a file, or the text of an environment variable. */
export interface AgentTokenSource {
  readonly file: string | undefined;
  readonly text: string | undefined;
}

/**
 * Reads the token, and returns what reads it again later: a file may hold a new one by then.
 *
 * @throws {CommandFailure} when there is none.
 */
export async function openAgentToken({ file, text }: AgentTokenSource): Promise<() => Promise<string>> {
  if (file === undefined) {
    const token = text?.trim() ?? '';
    if (!isAgentToken(token)) throw new CommandFailure(`VIGIA_AGENT_TOKEN holds ${FAULT}`);
    return async () => token;
  }
  let last = await readToken(file);
  return async () => {
    // What cannot be read now, was read before.
    last = await readToken(file).catch(() => last);
    return last;
  };
}

const FAULT = 'no token of a host: "vigia host add <name>" at the hub makes one, which begins with vigia_host_.';

async function readToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailure(`--token-file ${file} cannot be read: ${(error as Error).message}`);
  });
  const token = text.trim();
  if (!isAgentToken(token)) throw new CommandFailure(`--token-file ${file} holds ${FAULT}`);
  return token;
}
