import { existsSync } from 'node:fs';

/** The headless one first: it takes half the processor time for the same pages. */
const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of Chromium on this machine; undefined if it is not installed, which CI treats as a failure. */
export const chromiumPath = CANDIDATES.find((path) => path && existsSync(path));
