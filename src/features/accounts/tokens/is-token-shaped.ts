import { isPersonalToken } from '../personal-tokens/token-text.js';

const JSON_WEB_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a text has the form of a token of this service, valid or not. */
export function isTokenShaped(text: string): boolean {
  return isPersonalToken(text) || JSON_WEB_TOKEN.test(text);
}
