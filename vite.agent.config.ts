import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCES = join(import.meta.dirname, 'src');

/**
 * Builds the program `vigia-agent`, which measures a machine for a hub: a single file without anything of the hub (decision
 * 107). CommonJS, because importing `http` as a module loads a second client of it, with its memory.
 */
export default defineConfig({
  // `systeminformation` reads machines other than those with Linux, which the program is for.
  ssr: { noExternal: true, external: ['systeminformation'] },
  publicDir: false,
  plugins: [ownPlaces()],
  build: {
    ssr: true,
    outDir: 'dist/agent',
    target: 'node22',
    minify: false,
    license: { fileName: 'third-party-licences.txt' },
    rolldownOptions: {
      input: { 'vigia-agent': 'src/cli/vigia-agent.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false, comments: { jsdoc: false } },
    },
  },
});

/** Lets modules find files as if they were at their own places below the folder that the program is in. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes('import.meta.url')) return null;
      const place = relative(SOURCES, id).replace(/\.ts$/, '.js');
      return {
        code: code.replaceAll(
          'import.meta.url',
          `new URL('../${place}', require('node:url').pathToFileURL(__filename))`,
        ),
        map: null,
      };
    },
  };
}
