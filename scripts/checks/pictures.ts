import { existsSync, readFileSync } from 'node:fs';
import { chromiumPath } from '../../test/support/browser/chromium-path.ts';
import { withDemonstration } from '../pictures/demonstration.ts';
import { eachPicture, HEADINGS_FILE, type Headings, headingsOf, IMAGES, pictures, themes } from '../pictures/readme.ts';

/**
 * Reports pictures of the README and the guides that are missing, or whose pages have other headings by now. Requires
 * Chromium; if it is missing, only CI fails.
 */
const taken: Headings = existsSync(HEADINGS_FILE) ? JSON.parse(readFileSync(HEADINGS_FILE, 'utf8')) : {};
const faults: string[] = [];
for (const name of Object.keys(pictures)) {
  for (const theme of themes) {
    if (!existsSync(`${IMAGES}/${name}-${theme}.png`)) faults.push(`${name}-${theme}.png is missing`);
  }
}
if (chromiumPath === undefined) {
  console.log('skipped: no Chromium');
  if (process.env.CI) process.exitCode = 1;
} else {
  await withDemonstration((opened) =>
    eachPicture(opened, 'light', async (name, page) => {
      const now = await headingsOf(page);
      const then = taken[name] ?? [];
      if (now.join('\n') === then.join('\n')) return;
      faults.push(`${name}: the picture shows ${JSON.stringify(then)}, the page ${JSON.stringify(now)}`);
    }),
  );
}
if (faults.length > 0) {
  console.log(`${faults.join('\n')}\nTake the pictures again: npm run screenshots -- --readme`);
  process.exitCode = 1;
}
