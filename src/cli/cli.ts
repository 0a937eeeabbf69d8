import 'reflect-metadata';
import { serve } from '../serve.js';
import { processEnvironment } from '../settings/environment.js';
import { readSettings, SettingsError } from '../settings/settings.js';
import { hasCode } from '../shared/has-code.js';
import { VigiaError } from '../shared/vigia-error.js';

const ADVICE = [
  ['EADDRINUSE', ': another program listens there. Stop it, or set PORT.'],
  ['EADDRNOTAVAIL', ': this machine has no such address. Set HOST.'],
  ['ENOTFOUND', ': this machine has no such address. Set HOST.'],
  ['EACCES', ': this may need rights that Vigia should not have. Set PORT to 1024 or more, or DATA_DIR.'],
] as const;

const [command = 'serve', ...rest] = process.argv.slice(2);
if (command !== 'serve' || rest.length > 0) {
  console.error('usage: vigia [serve]');
  process.exit(2);
}

try {
  await serve(readSettings(processEnvironment()));
} catch (error) {
  for (const line of startFailure(error)) console.error(line);
  process.exit(1);
}

/** What an operator can do about it, a line each. */
function startFailure(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.faults;
  const reason = error instanceof VigiaError && error.cause ? error.cause : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  const [, advice = ''] = ADVICE.find(([code]) => hasCode(error, code)) ?? [];
  return [`Vigia could not start: ${message}${advice}`];
}
