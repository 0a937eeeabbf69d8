import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Builds the three entries that the server links from Vite's manifest: the signed-in application,
 * the playground, and the style sheet of the pages rendered on the server.
 * Nothing is inlined as a `data:` address, because the pages' `font-src` allows files only.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
  plugins: [react()],
  css: { postcss: { plugins: [embeddedFontsDropped()] } },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Monaco, the playground's editor, is one large library that no other page loads.
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      input: ['src/app.tsx', 'src/playground.tsx', 'src/styles/pages.css'],
      checks: { moduleLevelDirective: false },
    },
  },
});

/** GraphiQL's style sheet embeds fonts that `font-src` refuses; the playground uses ours. */
function embeddedFontsDropped() {
  return {
    postcssPlugin: 'embedded-fonts-dropped',
    AtRule: {
      'font-face': (rule: { toString(): string; remove(): void }) => {
        if (rule.toString().includes('url(data:')) rule.remove();
      },
    },
  };
}
