import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cataloguePlugin } from './catalogue-plugin.ts';

/**
 * What several pages share, in few files instead of one for each component: a page asked for ninety. What the pages
 * rendered on the server load stays apart, because they need little of it.
 */
const SHARED = [
  // For the pages that show at once what is pushed; the others fetch it when they subscribe.
  {
    name: 'live-socket',
    test: /node_modules.graphql-ws|lib.graphql.(live-socket|reconnection|retry-delay)/,
    priority: 6,
    includeDependenciesRecursively: false,
  },
  // Of every page, the playground too.
  {
    name: 'base',
    test: /rolldown.runtime|preload-helper|node_modules.(react|react-dom|scheduler|gql\.tada|@formatjs|urql|@urql|wonka|wouter)[\\/]|client.src.(paths|providers|features.(shell.menu|unknown|monitoring.shown-host)|components.(forms.choice|icon|layout.page|layout.page-boundary|status.notice|status.states|word-mark)\.|lib.(?!forms|graphql.use-action|state.use-typed-search|page.use-media|i18n.(short-times|language-options)))|src.i18n/,
    priority: 5,
    minShareCount: 2,
  },
  // Of the figures of now, on the first page and on that of the monitoring, and what keeps the places of other parts.
  {
    name: 'live',
    test: /features.monitoring.(live\/|figure|format-figures|monitoring(-bar)?\.css|findings.findings\.css|host.host-line\.css|view.wall-view|charts.(charts\.css|drawing.nice-scale))/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  // What the monitoring shows then, and the drawing of charts, which the alerts use too.
  {
    name: 'charts',
    test: /node_modules.uplot|features.monitoring.(((analysis|charts|findings|host|incidents|view|wall)\/(?!past-chart|sparklines\/|incident-chart\.))|(dashboard|dashboard-messages|monitoring-bar|panel|print)\.)|components.status.meter/,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // Loaded by every page after its own. Charts and conditions of alert rules read the measures.
  {
    name: 'deferred',
    test: /pages.deferred|src.features.monitoring.measures?\.|features.alerts.(bell|parts.use-now)|features.terms.(acknowledged|terms-notice|terms\.operations)|components.(prose|status.severity)/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // GraphiQL fetches the parts of its editor one by one.
  { name: 'editor', test: /node_modules.codemirror/, priority: 1 },
];

/**
 * Builds the four entries that the server links from Vite's manifest: the signed-in application, that of visitors,
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
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // From here on `light-dark()` is understood, which the themes are made of.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // GraphiQL, which the playground alone loads.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: [
        'src/app.tsx',
        'src/visitor-app.tsx',
        'src/playground.tsx',
        'src/server-pages.ts',
        'worker/push-worker.ts',
      ],
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: { groups: SHARED },
        // Browsers ask for a service worker again at the address that it was registered with.
        entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // The first page lists all of them: what several pages share is not named by all of those pages.
        chunkFileNames: ({ name }) => `assets/${firstOf(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${firstOf(name)}-[hash][extname]`,
      },
    },
  },
});

/** `measures` of `measures~home~dashboard.css`. */
function firstOf(name: string): string {
  return name.replace(/(~.*)?(\.\w+)?$/, '');
}

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
