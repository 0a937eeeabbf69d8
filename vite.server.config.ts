import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCES = join(import.meta.dirname, 'src');

/** Node warns of deprecated calls, unless they are made by a package, which it knows by this folder. */
const PACKAGES = 'node_modules/packages';

/** Builds the server: our modules and the packages that they use, in few files that Node loads quickly (decision 049). */
export default defineConfig({
  // As in `vitest.config.ts`: what is tested is what is built.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  // The library for SQLite is no JavaScript, and finds its binary beside itself.
  ssr: { noExternal: true, external: ['better-sqlite3'] },
  publicDir: false,
  plugins: [ownPlaces()],
  build: {
    ssr: true,
    target: 'node22',
    // The client is built into a folder of it, and `build.ts` has removed what was there.
    emptyOutDir: false,
    minify: false,
    // For `sourceStack`, which asks for them by itself: Node would read them all at each start.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        // Loaded by a thread of its own.
        'features/terms/rendering/terms-worker': 'src/features/terms/rendering/terms-worker.ts',
        // For the check of the client's size.
        'app/client-pages': 'src/app/client-pages.ts',
      },
      output: {
        // GraphQL types and tables are called as their classes are.
        keepNames: true,
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => (name.startsWith(PACKAGES) ? `${PACKAGES}.mjs` : '[name].js'),
        sourcemapExcludeSources: true,
        comments: { jsdoc: false },
        // Ours apart from the packages, so that the maps are small; each command loads what it needs and no more.
        codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules/, entriesAware: true }] },
      },
    },
  },
});

/** Modules read templates and lists that lie beside them, which `build.ts` copies to the same places below `dist`. */
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
