/** What the token of an agent begins with, so that one that leaked is recognised for what it is. */
export const AGENT_TOKEN_PREFIX = 'vigia_host_';

const TOKEN = new RegExp(`^${AGENT_TOKEN_PREFIX}[\\w-]{43}$`);

/** Whether a text has the form of an agent's token: the prefix, then 32 bytes in base64url. */
export function isAgentToken(text: string): boolean {
  return TOKEN.test(text);
}
