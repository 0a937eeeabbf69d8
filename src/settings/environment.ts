import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { hasCode } from '../shared/has-code.js';
import type { Environment } from './environment-reader.js';

/**
 * The environment of this process, with the variables of a `.env` file beneath it. The only reader of
 * `process.env` and of that file; a missing file is no fault.
 */
export function processEnvironment(file = '.env'): Environment {
  return { ...parseEnv(readIfPresent(file)), ...process.env };
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
