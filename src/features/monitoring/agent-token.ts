/** Prefix of agent tokens; makes leaked ones recognisable. */
export const AGENT_TOKEN_PREFIX = 'vigia_host_';

const TOKEN = new RegExp(`^${AGENT_TOKEN_PREFIX}[\\w-]{43}$`);

/** Whether a string has the form of an agent token: the prefix followed by 32 bytes in base64url. */
export function isAgentToken(text: string): boolean {
  return TOKEN.test(text);
}
