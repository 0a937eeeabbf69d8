import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

/** Version from `package.json`. */
export const vigiaVersion: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
