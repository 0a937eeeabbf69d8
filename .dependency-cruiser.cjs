/**
 * Defines the directions of imports: main → cli → demo → agent, import-django → app → features → platform → settings → shared
 * → i18n. Imports in the other direction, including type imports, are rejected; each rule says what to do instead.
 */

/** The layers, top first. A file may import from its own layer and from those below. */
const LAYERS = [
  { name: 'main', path: '^src/main[.]ts$' },
  { name: 'cli', path: '^src/cli/' },
  { name: 'demo', path: '^src/demo/' },
  { name: 'programs', path: '^src/(agent|import-django)/' },
  { name: 'app', path: '^src/app/' },
  { name: 'features', path: '^src/features/(monitoring|accounts|alerts|conversion|classroom|administration|terms)/' },
  { name: 'platform', path: '^src/platform/(db|graphql|web|audit|nodes|outbox|outgoing|rest|mail|tls)/' },
  { name: 'settings', path: '^src/settings/' },
  { name: 'shared', path: '^src/shared/' },
  { name: 'i18n', path: '^src/(i18n|locales)/' },
];

/** Imports allowed between the folders of a layer, each with a reason. All others within a layer are rejected. */
const SIDEWAYS = {
  features: [
    { from: 'administration', to: 'accounts/', reason: 'staff administer accounts' },
    { from: 'administration', to: 'monitoring/', reason: 'health and OpenMetrics report what is measured' },
    { from: 'alerts', to: 'monitoring/', reason: 'rules are evaluated on samples and histories of hosts' },
    {
      from: 'alerts',
      to: 'conversion/(rules/|logic/logic[.]types[.]ts$)',
      reason: 'a rule is an expression of logic',
    },
    {
      from: 'classroom',
      to: 'conversion/(rules/|exercises/(exercises|exercise-mistake)[.]types?[.]ts$|logic/notation[.]type[.]ts$)',
      reason: 'rooms send and grade its exercises',
    },
  ],
  platform: [
    { from: 'audit', to: 'db/', reason: 'the trail is a table' },
    { from: 'graphql', to: 'web/sockets/', reason: 'heartbeat, limits and endings are those of every socket' },
    { from: 'mail', to: 'outbox/', reason: 'mails wait in the outbox' },
    { from: 'mail', to: 'outgoing/', reason: 'access tokens are asked for by outgoing requests' },
    { from: 'nodes', to: 'db/', reason: 'nodes meet in the database' },
    { from: 'rest', to: 'graphql/', reason: 'an address runs an operation' },
  ],
};

const FEATURE = '^src/features/';
/** Rules that also run in the browser, to avoid implementing them twice. */
const RULES_OF_BOTH = [
  '^src/features/conversion/rules/',
  '^src/features/alerts/rules/',
  '^src/features/accounts/credentials/password-similarity[.]ts$',
  '^src/shared/text/csv-cell[.]ts$',
  '^src/shared/time/minutes-and-seconds[.]ts$',
  '^src/shared/units/',
  '^src/features/monitoring/(measures?|disk-usage|host/host-metrics)[.]ts$',
];
/** Keys and formatting of messages, shared by the server and the browser. */
const SENTENCES_OF_BOTH = '^src/(i18n/(message|format-message|parse-message|language-for)[.]ts|locales/[^/]+)$';

/** A feature's transport files. All others contain rules, messages or tables. */
const TRANSPORT_FILE = '([.](endpoint|resolver|types?|input|routes|openapi|pages?|websocket)|/origin-of-staff)[.]ts$';

const TRANSPORT_PACKAGE =
  '^node_modules/(@types/)?(express|@apollo|@as-integrations|type-graphql|graphql|graphql-ws|graphql-sse|ws|eta)/';
const HOST_MODULE = '^(os|child_process)$|^node_modules/(@types/)?systeminformation/';

const layers = [
  ...LAYERS.slice(1).map(({ name, path }, index) =>
    forbid(`${name}-imports-downwards`, {
      comment: `Take it as a parameter that app/ passes in, or move what both need into a layer below ${name}.`,
      from: { path },
      to: { path: LAYERS.slice(0, index + 1).map((above) => above.path) },
    }),
  ),
  ...Object.entries(SIDEWAYS).flatMap(([layer, arrows]) => [
    forbid(`${layer}-do-not-import-each-other`, {
      comment: `Declare an interface, and let app/ pass in the implementation from ${layer}; or move what both need down.`,
      from: { path: `^src/${layer}/([^/]+)/`, pathNot: arrows.map(({ from }) => `^src/${layer}/${from}/`) },
      to: { path: `^src/${layer}/`, pathNot: `^src/${layer}/$1/` },
    }),
    ...Object.entries(Object.groupBy(arrows, ({ from }) => from)).map(([from, own]) =>
      forbid(`${from}-imports-few-neighbours`, {
        comment: `Let app/ pass it in: ${from} knows ${own.map(({ to, reason }) => `${to} only (${reason})`).join(', ')}.`,
        from: { path: `^src/${layer}/${from}/` },
        to: {
          path: `^src/${layer}/`,
          pathNot: [`${from}/`, ...own.map(({ to }) => to)].map((to) => `^src/${layer}/${to}`),
        },
      }),
    ),
  ]),
  forbid('programs-stand-alone', {
    comment: 'The agent and the import are run by cli/ alone: move what both need into the feature that owns it.',
    from: { path: '^src/(agent|import-django)/' },
    to: { path: '^src/(main[.]ts$|cli/|app/|agent/|import-django/)', pathNot: '^src/$1/' },
  }),
  forbid('every-folder-has-a-layer', {
    comment:
      'Put the file into a folder of the architecture, or give the new folder its layer in .dependency-cruiser.cjs.',
    from: {},
    to: { path: '^src/', pathNot: LAYERS.map(({ path }) => path) },
  }),
];

const entries = [
  forbid('main-only-starts-the-command-line', {
    comment: 'main.ts must load on a Node that is too old: move the code into cli/, which it imports after its check.',
    from: { path: '^src/main[.]ts$' },
    to: { pathNot: '^src/cli/cli[.]ts$' },
  }),
  forbid('nothing-imports-main', {
    comment: 'main.ts starts the process when it is imported: import the file that holds the code.',
    from: {},
    to: { path: '^src/main[.]ts$' },
  }),
  forbid('shared-subscriptions-have-one-entry', {
    comment: 'Import shared-subscriptions.ts, and let it export what you need of the folder.',
    from: { path: '^src/', pathNot: '^src/platform/graphql/shared-subscriptions/' },
    to: { path: '^src/platform/graphql/shared-subscriptions/', pathNot: '/shared-subscriptions[.]ts$' },
  }),
  forbid('the-agent-measures-and-sends', {
    comment: 'The agent has no database, no address and no accounts: it measures its machine and speaks to the hub.',
    from: { path: '^src/agent/' },
    to: {
      path: '^src/',
      pathNot:
        '^src/(agent/|features/monitoring/(host/|exposition/|agents/protocol/|host-token|sampler|measures|history/stored-sample)|shared/)',
    },
  }),
  forbid('the-agent-reaches-nothing-of-the-service', {
    comment: 'One of its imports loads a part of the service: split the file, or move what both need.',
    from: { path: '^src/agent/' },
    to: {
      reachable: true,
      path: '^src/(app/|platform/|features/(?!monitoring/))|^node_modules/(express|@mikro-orm|better-sqlite3|pg|graphql|type-graphql|@apollo)/',
    },
  }),
];

const features = [
  forbid('rules-know-no-transport', {
    comment:
      'Keep the rule in plain TypeScript, and let the resolver, routes or page file translate to Express or GraphQL.',
    from: { path: FEATURE, pathNot: TRANSPORT_FILE },
    to: { path: TRANSPORT_PACKAGE },
  }),
  forbid('transports-call-rules', {
    comment: 'Reverse the arrow: the resolver, routes or page file calls the rule and shapes its result.',
    from: { path: FEATURE, pathNot: TRANSPORT_FILE },
    to: { path: ['^src/platform/(graphql|rest|web)/', TRANSPORT_FILE] },
  }),
  forbid('one-place-reads-the-host', {
    comment:
      'Ask HostMetrics; only monitoring/host reads the machine (and the password hasher counts its cores, the clock its uptime).',
    from: {
      path: '^src/',
      pathNot:
        '^src/(features/monitoring/host/.+|features/accounts/credentials/password-hasher|shared/time/clock)[.]ts$',
    },
    to: { path: HOST_MODULE },
  }),
  forbid('one-place-asks-the-provider', {
    comment:
      'Ask AnalysisProvider; only monitoring/analysis/gemini.ts knows whose it is, and bounds what the library does not.',
    from: { path: '^src/', pathNot: '^src/features/monitoring/analysis/gemini[.]ts$' },
    to: { path: '^node_modules/@google/generative-ai/' },
  }),
  forbid('one-place-renders-markdown', {
    comment:
      'Ask TermsThread; only terms/rendering/terms-html.ts, with its plugin, knows the parser and the sanitiser, and which tags may remain.',
    from: { path: '^src/', pathNot: '^src/features/terms/rendering/(terms-html|images-as-links)[.]ts$' },
    to: { path: '^node_modules/(@types/)?(markdown-it|sanitize-html)/' },
  }),
  forbid('one-place-compares-texts', {
    comment: 'Ask TermsThread; only terms/rendering/terms-difference.ts knows the library, and bounds its work.',
    from: { path: '^src/', pathNot: '^src/features/terms/rendering/terms-difference[.]ts$' },
    to: { path: '^node_modules/diff/' },
  }),
];

const client = [
  forbid('client-and-server-are-apart', {
    comment:
      'They meet in schema.graphql, the addresses and the rules of both: ask by GraphQL, or write the constant on both sides.',
    from: { path: '^(src|client)/' },
    to: { path: '^(src|client)/', pathNot: ['^$1/', ...RULES_OF_BOTH, SENTENCES_OF_BOTH] },
  }),
  forbid('rules-of-both-run-anywhere', {
    comment: 'The browser runs these too: keep them plain, and take what they need as a parameter.',
    from: { path: RULES_OF_BOTH },
    to: { pathNot: [...RULES_OF_BOTH, SENTENCES_OF_BOTH] },
  }),
  forbid('client-features-do-not-import-each-other', {
    comment: 'Move what both need into components/ or lib/, or let a file of pages/ put the two together.',
    from: { path: '^client/src/features/([^/]+)/' },
    to: { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
  }),
  forbid('client-parts-know-no-feature', {
    comment: 'Take what differs as a property or a parameter; features import components/ and lib/, never the reverse.',
    from: { path: '^client/src/(components|lib)/' },
    to: { path: '^client/src/(features/|[^/]+[.]tsx$)' },
  }),
];

const outgoing = [
  forbid('one-place-sends-requests', {
    comment: 'Call sendRequest of outgoing/: it bounds what is read, and never connects to unintended addresses.',
    from: { path: '^src/', pathNot: '^src/platform/(outgoing/send-request|web/requests/tls-server)[.]ts$' },
    to: { path: '^(https|http2|undici)$' },
  }),
  forbid('one-place-encrypts-for-browsers', {
    comment: 'Ask PushSender; only it knows the library, and sends by outgoing/.',
    from: { path: '^src/', pathNot: '^src/features/alerts/channels/delivery/push-sender[.]ts$' },
    to: { path: '^node_modules/(@types/)?web-push/' },
  }),
];

const everywhere = [
  forbid('no-circles', {
    comment: 'Move what both need into a file of its own that neither of them is.',
    from: {},
    to: { circular: true },
  }),
  forbid('imports-exist', {
    comment: 'Correct the address (the server writes ".js"), or add the package to package.json.',
    // Programs of client libraries, which are installed apart (decision 102).
    from: { pathNot: '^test/clients/(programs|relay|opentelemetry)/' },
    to: { couldNotResolve: true },
  }),
  forbid('the-server-ships-no-development-tool', {
    comment: 'Move the package to "dependencies", or its use into scripts/ or test/.',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  }),
  forbid('the-server-stands-without-its-tests', {
    comment:
      'Move the code into src/: what runs in production imports nothing from test/, scripts/ or a tool’s settings.',
    from: { path: '^(src|client/src)/' },
    to: { path: '^(test|scripts)/|^[^/]+[.]config[.]ts$' },
  }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layers, ...entries, ...features, ...client, ...outgoing, ...everywhere],
  options: {
    doNotFollow: { path: '^node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

function forbid(name, rule) {
  return { name, severity: 'error', ...rule };
}
