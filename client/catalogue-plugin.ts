import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { parseMessage } from '../src/i18n/parse-message.ts';

const LOCALES = new URL('../src/locales/', import.meta.url);

/**
 * Serves `pt.json?keys=ui.core,ui.home` as the messages of that catalogue with these keys and below them,
 * parsed at build time so that browsers need no parser. A build also shortens the keys, in the catalogue and wherever
 * code names one, because each is sent at least twice.
 */
export function cataloguePlugin(): Plugin {
  let shortNames = new Map<string, string>();
  const shortened = (key: string) => shortNames.get(key) ?? key;
  return {
    name: 'catalogue',
    enforce: 'pre',
    configResolved({ command }) {
      if (command === 'build')
        shortNames = assignShortNames(Object.keys(collectSentences(new URL('pt.json', LOCALES))));
    },
    load: {
      filter: { id: /\/locales\/[\w-]+\.json\?/ },
      handler(id) {
        const [file = '', query] = id.split('?');
        this.addWatchFile(file);
        const keys = new URLSearchParams(query).get('keys')?.split(',') ?? [];
        const wanted = Object.entries(collectSentences(file)).filter(([key]) =>
          keys.some((wantedKey) => key === wantedKey || key.startsWith(`${wantedKey}.`)),
        );
        const parsed = wanted.map(([key, text]) => [shortened(key), parseMessage(text)]);
        return { code: JSON.stringify(Object.fromEntries(parsed)), moduleType: 'json' };
      },
    },
    transform: {
      filter: { id: { include: /\/src\/.*\.tsx?$/, exclude: /\/node_modules\// } },
      handler: (code) =>
        code.replace(/(['"])((?:ui|rules)\.[\w.]+)\1/g, (_, quote, key) => quote + shortened(key) + quote),
    },
  };
}

function collectSentences(file: string | URL): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Maps the keys that the client may use to short names: a letter and a number. */
function assignShortNames(keys: readonly string[]): Map<string, string> {
  const own = keys.filter((key) => /^(ui|rules)\./.test(key)).sort();
  return new Map(own.map((key, index) => [key, `m${index.toString(36)}`]));
}
