import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { hasCode } from '../shared/errors/has-code.js';
import type { Environment } from './environment-reader.js';

/** File with additional variables, in the folder where the process was started. */
export const ENV_FILE = '.env';

/**
 * Returns this process's environment, with the variables in a `.env` file as a fallback. This is the only place that
 * reads `process.env` and that file; a missing file is not an error.
 */
export function processEnvironment(file = ENV_FILE): Environment {
  return { ...parseEnv(readIfPresent(file)), ...process.env };
}

/** Whether an environment file contains a key, a token or a password. A missing file contains none. */
export function holdsSecrets(file: string): boolean {
  return Object.entries(parseEnv(readIfPresent(file))).some(
    ([name, value]) => value && (SECRET_NAME.test(name) || PASSWORD_IN_URL.test(value)),
  );
}

const SECRET_NAME = /(SECRET|KEY|TOKEN|PASSWORD)$/;
const PASSWORD_IN_URL = /:\/\/[^/]*:[^/]*@/;

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
