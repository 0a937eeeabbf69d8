import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCES = join(import.meta.dirname, 'src');

/** Node reports deprecated calls unless they are made by a package, which it recognises by this folder name. */
const PACKAGES = 'node_modules/packages';

/** Builds the server: our modules and the packages they use, in a few files that Node loads quickly (decision 049). */
export default defineConfig({
  // Same as in `vitest.config.ts` so that tests run the code that is built.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  // The SQLite library is a native module that looks for its binary next to itself.
  ssr: { noExternal: true, external: ['better-sqlite3'] },
  publicDir: false,
  plugins: [ownPlaces()],
  build: {
    ssr: true,
    target: 'node22',
    // The client is built into a subfolder, and `build.ts` has already emptied this folder.
    emptyOutDir: false,
    minify: false,
    // A release has their licences, and names them in its bill of materials.
    license: { fileName: 'bundled-packages.json' },
    // Hidden because `sourceStack` reads source maps on demand, whereas Node would read all of them at each start.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        // A separate entry, because a worker thread loads it.
        'features/terms/rendering/terms-worker': 'src/features/terms/rendering/terms-worker.ts',
        // Imported by the check of the client's size.
        'app/client-pages': 'src/app/client-pages.ts',
      },
      output: {
        // GraphQL types and tables take their names from their classes.
        keepNames: true,
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => (name.startsWith(PACKAGES) ? `${PACKAGES}.mjs` : '[name].js'),
        sourcemapExcludeSources: true,
        comments: { jsdoc: false },
        // Separates our code from packages, which keeps the source maps small, and splits it by entry so that each
        // command loads only what it needs.
        codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules/, entriesAware: true }] },
      },
    },
  },
});

/**
 * Lets modules read the templates and lists next to their sources, which `build.ts` copies to the same relative paths
 * below `dist`.
 */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes('import.meta.url')) return null;
      const place = relative(SOURCES, id).replace(/\.ts$/, '.js');
      return { code: code.replaceAll('import.meta.url', `import.meta.resolve('./${place}')`), map: null };
    },
  };
}
