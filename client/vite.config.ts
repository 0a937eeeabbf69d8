import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cataloguePlugin } from './catalogue-plugin.ts';

/**
 * Groups modules shared by several pages into a few files: with one file per component, a page requested ninety files.
 * Modules of server-rendered pages stay separate, since those pages need only a few.
 */
const SHARED = [
  // Needed by every page, including the playground.
  {
    name: 'base',
    test: /rolldown.runtime|preload-helper|node_modules.(react|react-dom|scheduler|gql\.tada|@formatjs|urql|@urql|wonka|wouter)[\\/]|client.src.(paths|providers|features.(shell.menu|unknown|monitoring.shown-host)|lib.forms.as-typed|components.(forms.choice|icon|layout.page|layout.page-boundary|status.notice|status.states|word-mark)\.|lib.(?!forms|incidents|page.(remember-focus|install|save-file)|state.tab-lease|graphql.use-(action|server-back)|state.use-typed-search|page.use-(media|seconds-until)|i18n.(short-times|language-options|rule-name|typed-time|format-.*)))|src.i18n/,
    priority: 5,
    minShareCount: 2,
  },
  // Live readings, and the socket that pushes them. The home and monitoring pages load it early, others when they subscribe.
  {
    name: 'live',
    test: /node_modules.graphql-ws|shared.units.scale-data|lib.i18n.format-data|lib.graphql.(live-socket|reconnection|retry-delay|is-healthy)|page.use-seconds-until|features.monitoring.(live\/(?!poll-samples|sample-poller|silent-host)|figure|format-figures|monitoring(-bar)?\.css|findings.findings\.css|host.(host-line\.css|host-identity)|hosts.several-hosts|view.(wall-view|zoom)|charts.charts\.css)/,
    priority: 6,
    includeDependenciesRecursively: false,
  },
  // The rest of the monitoring page, and the chart drawing code, which the alerts pages use as well.
  {
    name: 'charts',
    test: /node_modules.uplot|features.monitoring.(((analysis|charts|findings|host|incidents|view|wall)\/(?!past-chart|sparklines\/|incident-chart\.|drawing.nice-scale))|(dashboard|dashboard-messages|monitoring-bar|panel|print)\.)|components.status.meter|lib.i18n.format-share/,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // Loaded by every page after its own content. Charts and alert rule conditions both use the measures.
  {
    name: 'deferred',
    test: /pages.deferred|supplied-rule-name|lib.(incidents|page.install-offer|i18n.(rule-name|format-(duration|temperature))|graphql.use-server-back)|src.features.monitoring.(measures?|disk-usage)\.|features.alerts.(bell|parts.use-now)|features.terms.(acknowledged|terms-notice|terms\.operations)|charts.drawing.nice-scale|components.(prose|quantity|status.(severity|connection-notice|host-(condition|state)))/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Forms of several pages.
  {
    name: 'forms',
    test: /components.(forms.(action-form|field)|layout.section(-nav)?)\.|lib.(forms.(bind-fields|use-draft)|page.installation|graphql.use-action)/,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // The number's page and its first tab, of which other tabs use parts.
  {
    name: 'number',
    test: /features.converter.(reading|converter-section|tab-heading|bits.(use-bit-keys|width-choice))|conversion.rules.*(arithmetic-operation|representations|logic-operations|whole-number|sign-text)|components.fault-mark/,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Machines on the home page and in the list of hosts.
  {
    name: 'machines',
    test: /pages.home-(parts|host)\.|features.home.(home-body|firing-list)|monitoring.(charts.sparklines|hosts.host-summary)/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // GraphiQL would otherwise fetch the parts of its editor one by one.
  { name: 'editor', test: /node_modules.codemirror/, priority: 1 },
];

/**
 * Builds the four entries that the server links with the help of Vite's manifest (the signed-in application, the
 * visitors' application, the playground, and the script of server-rendered pages) and the service worker for
 * notifications. Nothing is inlined as a `data:` URL, because the pages' `font-src` allows only files.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
  plugins: [react(), cataloguePlugin()],
  // wouter ships a shim for a hook that React has included since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { postcss: { plugins: [embeddedFontsDropped()] } },
  // Vite's dev server serves only the component gallery.
  optimizeDeps: { entries: ['gallery.html'] },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Read by the release, as the server's.
    license: { fileName: '.vite/bundled-packages.json' },
    // The first versions that support `light-dark()`, which the themes rely on.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Raised for GraphiQL, which only the playground loads.
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
        // Browsers refetch a service worker from the URL it was registered with.
        entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // The first page lists all chunks, so shared ones are not named after every page that uses them.
        chunkFileNames: ({ name }) => `assets/${firstOf(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${firstOf(name)}-[hash][extname]`,
      },
    },
  },
});

/** Returns `measures` for `measures~home~dashboard.css`. */
function firstOf(name: string): string {
  return name.replace(/(~.*)?(\.\w+)?$/, '');
}

/** Drops the embedded fonts of GraphiQL's style sheet, which `font-src` refuses; the playground uses ours. */
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
