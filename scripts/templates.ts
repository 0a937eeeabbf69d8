import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Copies the page templates, lists and catalogues from `src/` to a place beside the compiled code, which reads them
 * there.
 */
export function copyTemplates(): void {
  for (const template of [...globSync('src/**/*.{eta,txt}'), ...globSync('src/locales/*.json')]) {
    const target = join('dist', relative('src', template));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(template, target);
  }
}
