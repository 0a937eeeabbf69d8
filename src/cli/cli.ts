import 'reflect-metadata';
import { serve } from '../serve.js';
import { processEnvironment } from '../settings/environment.js';
import { readSettings, SettingsError } from '../settings/settings.js';

try {
  await serve(readSettings(processEnvironment()));
} catch (error) {
  if (error instanceof SettingsError) for (const fault of error.faults) console.error(fault);
  else console.error(startFailure(error));
  process.exitCode = 1;
}

/** One line for what an operator can mend; everything for what they cannot. */
function startFailure(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: another program listens there. Stop it, or set PORT.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
