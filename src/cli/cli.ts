import 'reflect-metadata';
import { serve } from '../serve.js';
import { processEnvironment } from '../settings/environment.js';
import { readSettings, SettingsError } from '../settings/settings.js';

const environment = processEnvironment();
try {
  await serve(readSettings(environment));
} catch (error) {
  for (const line of startFailure(error)) console.error(line);
  if (environment.LOG_LEVEL === 'debug') console.error(error);
  process.exitCode = 1;
}

/** What an operator can do about it, a line each. */
function startFailure(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.faults;
  const message = error instanceof Error ? error.message : String(error);
  const advice = hasCode(error, 'EADDRINUSE') ? ': another program listens there. Stop it, or set PORT.' : '';
  return [`Vigia could not start: ${message}${advice}`];
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
