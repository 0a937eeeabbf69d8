import { existsSync } from 'node:fs';

/** The one without windows first: for the same pages it takes half the time of a processor. */
const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where Chromium is on this machine; undefined when it is not. CI counts its absence as a failure. */
export const chromiumPath = CANDIDATES.find((path) => path && existsSync(path));
