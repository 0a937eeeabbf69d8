import { defineConfig } from 'vite';

/** Builds the client with graphql-ws in one module, for Node.js and browsers alike. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: 'es2022',
    minify: false,
    outDir: '../../dist/vigia-client',
    emptyOutDir: true,
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' },
  },
});
