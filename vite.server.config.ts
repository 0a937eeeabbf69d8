import http from 'node:http';
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
  plugins: [ownPlaces(), withoutHttpClient(), withoutAsianTables(), asciiSources()],
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
        'terms/rendering/terms-worker': 'src/terms/rendering/terms-worker.ts',
        // For the check of the client's size and the bench of the host's reading.
        pages: 'src/pages.ts',
        'monitoring/host/open-host-metrics': 'src/monitoring/host/open-host-metrics.ts',
        'monitoring/host/processes/process-times': 'src/monitoring/host/processes/process-times.ts',
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

/**
 * Node evaluates all exports of a module of its own that is imported, and some of `node:http` load its other HTTP client,
 * of `fetch`: 6 MB that no server needs. This leaves them out.
 */
function withoutHttpClient(): Plugin {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(http));
  const names = properties.filter(([, { get }]) => get === undefined).map(([name]) => name);
  const module = '\0node-http';
  const code = `
    const http = process.getBuiltinModule('node:http');
    export default http;
    export const { ${names.join(', ')} } = http;
  `;
  return {
    name: 'without-http-client',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) => (id === 'node:http' && kind !== 'require-call' ? module : null),
    load: (id) => (id === module ? code : null),
  };
}

/** `requireUtf8` refuses all other character sets: a tenth of all that a start loads would be tables of Asian ones. */
function withoutAsianTables(): Plugin {
  return {
    name: 'without-asian-tables',
    load: (id) => (id.endsWith('/node_modules/iconv-lite/encodings/dbcs-data.js') ? 'module.exports = {};' : null),
  };
}

/** Node keeps a source in two bytes for each character, as long as the service runs, if a single one is not ASCII. */
function asciiSources(): Plugin {
  return {
    name: 'ascii-sources',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        // After a backslash an escape would be something else.
        if (/\\[\u0080-\uffff]/.test(chunk.code)) this.error('A character beyond ASCII follows a backslash');
        chunk.code = chunk.code.replace(/[\u0080-\uffff]/g, escaped);
      }
    },
  };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
