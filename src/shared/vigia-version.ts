import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

/** Vigia's version, as `package.json` has it. */
export const vigiaVersion: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
