import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cataloguePlugin } from './catalogue-plugin.ts';

/**
 * What several pages share, in few files instead of one for each component: a page asked for thirty. What the pages
 * rendered on the server load stays apart, because they need little of it.
 */
const SHARED = [
  // For the pages that show at once what is pushed; the others fetch it when they subscribe.
  {
    name: 'live-socket',
    test: /node_modules.graphql-ws|lib.graphql.(live-socket|reconnection|retry-delay)/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  {
    name: 'base',
    test: /rolldown.runtime|preload-helper|node_modules.(react|react-dom|scheduler|gql\.tada|@formatjs|urql|@urql|wonka|wouter)[\\/]|client.src.(paths|components.word-mark|features.monitoring.host.shown-host|lib.(session|i18n.(?!format|short-times|language-options)|graphql.(?!failure-of|use-action)))|src.i18n/,
    priority: 3,
    minShareCount: 2,
  },
  // Of the figures, on the first page and on that of the monitoring. What its charts share comes after that page itself.
  {
    name: 'measures',
    test: /src.(features.)?monitoring(?!.hosts)/,
    entriesAware: true,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'components',
    test: /client.src.(components.(?!action-form|field|password-checks|prose|fault-mark|wide-area|logic|lists|dialogs|section|select-field|severity|host-state|tag-list|copy-button|choice|scroll-area)|lib.(?!forms|graphql.(use-action|failure-of)|state.use-draft|page.use-media|i18n.(short-times|language-options)))/,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
];

/**
 * Builds the three entries that the server links from Vite's manifest: the signed-in application,
 * the playground, and what the pages rendered on the server load; and the service worker of notifications.
 * Nothing is inlined as a `data:` address, because the pages' `font-src` allows files only.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
  plugins: [react(), cataloguePlugin()],
  // wouter brings a substitute for what React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { postcss: { plugins: [embeddedFontsDropped()] } },
  // What Vite's own server shows is the gallery of components alone.
  optimizeDeps: { entries: ['gallery.html'] },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // From here on `light-dark()` is understood, which the themes are made of.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Monaco, the playground's editor, is one large library that no other page loads.
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      input: ['src/app.tsx', 'src/playground.tsx', 'src/server-pages.ts', 'worker/push-worker.ts'],
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: { groups: SHARED },
        // Browsers ask for a service worker again at the address that it was registered with.
        entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
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
