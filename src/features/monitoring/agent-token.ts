/** Prefix of agent tokens, so that leaked ones are recognisable. */
export const AGENT_TOKEN_PREFIX = 'vigia_host_';

const TOKEN = new RegExp(`^${AGENT_TOKEN_PREFIX}[\\w-]{43}$`);

/** Whether a text has the form of an agent token: the prefix, then 32 bytes in base64url. */
export function isAgentToken(text: string): boolean {
  return TOKEN.test(text);
}
