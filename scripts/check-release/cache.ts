import { resolve } from 'node:path';

/** Folder for what later runs can use again: roots of Debian, Node.js, and the artifacts of the version before. */
export const CACHE = resolve('node_modules/.cache/vigia/check-release');
