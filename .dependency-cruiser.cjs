/**
 * The directions of imports: main → cli → serve → app → transports, schema, entities, pages → features → plumbing → settings,
 * shared. What points the other way is refused; a rule's comment says what to do instead. An import of a type counts.
 */

const FEATURE = '^src/(accounts|monitoring|conversion|terms|administration|alerts|classroom)/';
const PLUMBING = '^src/(graphql|rest|web|db|nodes|mail|audit|outbox|outgoing)/';
const LOWEST = '^src/(settings|shared|i18n|locales)/';
/** What people read, and how it is written out. */
const SENTENCES = '^src/(i18n|locales)/';
/** Rules that run in the browser as well, so that nobody writes them twice. */
const RULES_OF_BOTH = [
  '^src/conversion/rules/',
  '^src/alerts/rules/',
  '^src/accounts/registration/password-similarity[.]ts$',
  '^src/shared/time/minutes-and-seconds[.]ts$',
  '^src/monitoring/(measures|host/host-metrics)[.]ts$',
];
/** How a sentence is named and written out, there as here. */
const SENTENCES_OF_BOTH = '^src/(i18n/(message|format-message|parse-message|language-for)[.]ts|locales/[^/]+)$';
const COMPOSITION = '^src/[^/]+[.]ts$';

/** The files of a feature that speak to a transport. Every other one holds rules, their words or a table. */
const TRANSPORT_FILE = '([.](resolver|types?|input|routes|openapi|pages?|websocket)|/origin-of-staff)[.]ts$';

const TRANSPORT_PACKAGE =
  '^node_modules/(@types/)?(express|@apollo|@as-integrations|type-graphql|graphql|graphql-ws|ws|eta)/';
const HOST_MODULE = '^(os|child_process)$|^node_modules/(@types/)?systeminformation/';

const compositionOrder = [
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
  forbid('only-main-imports-the-command-line', {
    comment: 'Move what is shared into a feature or serve.ts, and let the command call it.',
    from: { path: '^src/', pathNot: '^src/(main[.]ts$|cli/)' },
    to: { path: '^src/cli/' },
  }),
  forbid('only-the-command-line-imports-serve', {
    comment: 'serve.ts puts the process together: take what you need from it as a parameter.',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { path: '^src/serve[.]ts$' },
  }),
  forbid('app-hands-down', {
    comment: 'services.ts builds every service: take the service as a parameter, and let services.ts hand it in.',
    from: { path: '^src/', pathNot: '^src/(cli/|serve[.]ts$)' },
    to: { path: '^src/app[.]ts$' },
  }),
  forbid('composition-hands-down', {
    comment: 'Take what you need as a parameter (a service, a function, a list), and let services.ts hand it in.',
    from: { path: [FEATURE, PLUMBING, LOWEST] },
    to: { path: COMPOSITION },
  }),
];

const layers = [
  forbid('every-folder-has-a-layer', {
    comment:
      'Put the file into a folder of the architecture, or give the new folder its layer in .dependency-cruiser.cjs.',
    from: {},
    to: { path: '^src/[^/]+/', pathNot: [FEATURE, PLUMBING, LOWEST, '^src/(cli|import-django|agent)/'] },
  }),
  forbid('features-do-not-import-each-other', {
    comment: 'Declare what you need as an interface, and let services.ts hand in the feature that has it.',
    from: { path: FEATURE, pathNot: '^src/(administration|alerts|classroom)/' },
    to: { path: FEATURE, pathNot: '^src/$1/' },
  }),
  forbid('alerts-know-logic-and-monitoring', {
    comment: 'Alerts may import the rules of logic and monitoring; anything else is handed in by services.ts.',
    from: { path: '^src/alerts/' },
    to: { path: FEATURE, pathNot: '^src/(alerts/|monitoring/|conversion/(rules/|logic/logic[.]types[.]ts$))' },
  }),
  forbid('the-classroom-knows-exercises', {
    comment: 'The classroom may import the exercises and their rules; anything else is handed in by services.ts.',
    from: { path: '^src/classroom/' },
    to: { path: FEATURE, pathNot: '^src/(classroom/|conversion/(rules/|exercises/exercises[.]types[.]ts$))' },
  }),
  forbid('administration-knows-three-features', {
    comment: 'Administration may import accounts, terms and monitoring; anything else is handed in by services.ts.',
    from: { path: '^src/administration/' },
    to: { path: FEATURE, pathNot: '^src/(administration|accounts|terms|monitoring)/' },
  }),
  forbid('plumbing-knows-no-feature', {
    comment:
      'Declare what you need as an interface beside the plumbing, and let services.ts hand in the feature that has it.',
    from: { path: PLUMBING },
    to: { path: FEATURE },
  }),
  forbid('plumbing-stands-alone', {
    comment:
      'Move what both need into shared/, or let transports.ts hand it in. Only the bridge in rest/ knows graphql/.',
    from: { path: PLUMBING, pathNot: '^src/(rest|audit|nodes|mail)/' },
    to: { path: PLUMBING, pathNot: '^src/$1/' },
  }),
  forbid('mail-knows-outbox-and-outgoing', {
    comment:
      'Mail sends what is in the outbox, and asks for its tokens by outgoing requests; anything else is handed in.',
    from: { path: '^src/mail/' },
    to: { path: PLUMBING, pathNot: '^src/(mail|outbox|outgoing)/' },
  }),
  forbid('shared-subscriptions-have-one-entry', {
    comment: 'Import shared-subscriptions.ts, and let it export what you need of the folder.',
    from: { path: '^src/', pathNot: '^src/graphql/shared-subscriptions/' },
    to: { path: '^src/graphql/shared-subscriptions/', pathNot: '/shared-subscriptions[.]ts$' },
  }),
  forbid('the-bridge-knows-graphql-only', {
    comment: 'The bridge runs operations of graphql/; let transports.ts hand it whatever else it needs.',
    from: { path: '^src/rest/' },
    to: { path: PLUMBING, pathNot: '^src/(rest|graphql)/' },
  }),
  forbid('nodes-know-the-database-only', {
    comment: 'What nodes tell each other is handed in as plain values by app.ts.',
    from: { path: '^src/nodes/' },
    to: { path: '^src/', pathNot: ['^src/(nodes|db)/', LOWEST] },
  }),
  forbid('audit-knows-the-database-only', {
    comment: 'What is recorded is handed to the trail as plain values: let the feature that records shape them.',
    from: { path: '^src/audit/' },
    to: { path: '^src/', pathNot: ['^src/(audit|db)/', LOWEST] },
  }),
  forbid('only-the-command-line-imports-the-django-import', {
    comment: 'The import is run by hand, once: what others need of it belongs into the feature that owns the table.',
    from: { path: '^src/', pathNot: '^src/(cli|import-django)/' },
    to: { path: '^src/import-django/' },
  }),
  forbid('only-the-command-line-imports-the-agent', {
    comment: 'The agent is a program of its own: what the hub needs as well belongs into monitoring/agents/protocol.',
    from: { path: '^src/', pathNot: '^src/(cli|agent)/' },
    to: { path: '^src/agent/' },
  }),
  forbid('the-agent-measures-and-sends', {
    comment: 'The agent has no database, no address and no accounts: it measures its machine and speaks to the hub.',
    from: { path: '^src/agent/' },
    to: {
      path: '^src/',
      pathNot:
        '^src/(agent/|monitoring/(host/|agents/(protocol/|agent-token)|sampler|measures|history/stored-sample)|shared/)',
    },
  }),
  forbid('the-agent-reaches-nothing-of-the-service', {
    comment: 'One of its imports loads a part of the service: split the file, or move what both need.',
    from: { path: '^src/agent/' },
    to: {
      reachable: true,
      path: '^src/(accounts|conversion|terms|administration|alerts|classroom|graphql|rest|web|db|nodes|mail|audit|outbox|outgoing)/|^node_modules/(express|@mikro-orm|better-sqlite3|pg|graphql|type-graphql|@apollo)/',
    },
  }),
  forbid('settings-import-shared-only', {
    comment: 'Settings are read before anything exists: move the type or the parser into settings/ or shared/.',
    from: { path: '^src/settings/' },
    to: { path: '^src/', pathNot: LOWEST },
  }),
  forbid('shared-imports-nothing-of-ours', {
    comment: 'shared/ is the bottom, with the sentences: move the file up into the folder that it knows about.',
    from: { path: '^src/shared/' },
    to: { path: '^src/', pathNot: ['^src/shared/', SENTENCES] },
  }),
  forbid('sentences-know-nothing-of-ours', {
    comment: 'Whoever has something to say hands in a key with values: i18n/ reads the catalogues and writes it out.',
    from: { path: SENTENCES },
    to: { path: '^src/', pathNot: SENTENCES },
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
    comment: 'Turn the arrow round: the resolver, routes or page file calls the rule and shapes its result.',
    from: { path: FEATURE, pathNot: TRANSPORT_FILE },
    to: { path: ['^src/(graphql|rest|web)/', TRANSPORT_FILE] },
  }),
  forbid('one-place-reads-the-host', {
    comment:
      'Ask HostMetrics; only monitoring/host reads the machine (and the password hasher counts its cores, the clock its uptime).',
    from: {
      path: '^src/',
      pathNot: '^src/(monitoring/host/.+|accounts/authentication/password-hasher|shared/time/clock)[.]ts$',
    },
    to: { path: HOST_MODULE },
  }),
  forbid('one-place-asks-the-provider', {
    comment:
      'Ask AnalysisProvider; only monitoring/analysis/gemini.ts knows whose it is, and bounds what the library does not.',
    from: { path: '^src/', pathNot: '^src/monitoring/analysis/gemini[.]ts$' },
    to: { path: '^node_modules/@google/generative-ai/' },
  }),
  forbid('one-place-renders-markdown', {
    comment:
      'Ask TermsThread; only terms/rendering/terms-html.ts, with its plugin, knows the parser and the sanitiser, and which tags may remain.',
    from: { path: '^src/', pathNot: '^src/terms/rendering/(terms-html|images-as-links)[.]ts$' },
    to: { path: '^node_modules/(@types/)?(markdown-it|sanitize-html)/' },
  }),
  forbid('one-place-compares-texts', {
    comment: 'Ask TermsThread; only terms/rendering/terms-difference.ts knows the library, and bounds its work.',
    from: { path: '^src/', pathNot: '^src/terms/rendering/terms-difference[.]ts$' },
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
    comment: 'Call sendRequest of outgoing/: it bounds what is read, and connects to no address that nobody meant.',
    from: { path: '^src/', pathNot: '^src/outgoing/send-request[.]ts$' },
    to: { path: '^(https|http2|undici)$' },
  }),
  forbid('one-place-encrypts-for-browsers', {
    comment: 'Ask PushSender; only it knows the library, and sends by outgoing/.',
    from: { path: '^src/', pathNot: '^src/alerts/channels/push/push-sender[.]ts$' },
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
    from: {},
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
  forbidden: [...compositionOrder, ...layers, ...features, ...client, ...outgoing, ...everywhere],
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
