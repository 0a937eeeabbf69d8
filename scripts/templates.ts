import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Puts the page templates of `src/` beside the compiled code, where the pages look for them. */
export function copyTemplates(): void {
  for (const template of globSync('src/**/*.eta')) {
    const target = join('dist', relative('src', template));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(template, target);
  }
}
