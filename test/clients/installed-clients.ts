import { statSync } from 'node:fs';

const FOLDER = 'test/clients';
/** Written by npm at the end of an installation. */
const INSTALLED = `${FOLDER}/node_modules/.package-lock.json`;

/** Whether the client libraries are installed as their lock file has them. */
export function areClientsInstalled(): boolean {
  return modifiedAt(INSTALLED) >= modifiedAt(`${FOLDER}/package-lock.json`);
}

/** Whether tests of client libraries can run. In CI they must, and fail otherwise. */
export const clientsCanRun = areClientsInstalled() || process.env.CI !== undefined;

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
