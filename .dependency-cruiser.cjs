/**
 * The arrows of the house: main → cli → serve → app → faces, schema, entities, pages → features → plumbing → settings,
 * shared. What points the other way is refused; a rule's comment says what to do instead. An import of a type counts.
 */

const FEATURE = '^src/(accounts|monitoring|conversion|terms|administration)/';
const PLUMBING = '^src/(graphql|rest|web|db|mail)/';
const LOWEST = '^src/(settings|shared)/';
/** Rules that run in the browser as well, so that nobody writes them twice. */
const RULES_OF_BOTH = '^src/conversion/rules/';
const COMPOSITION = '^src/[^/]+[.]ts$';

/** The files of a feature that speak to a face. Every other one holds rules, their words or a table. */
const FACE_FILE = '[.](resolver|types?|input|routes|openapi|pages?)[.]ts$';

const FACE_PACKAGE =
  '^node_modules/(@types/)?(express|@apollo|@as-integrations|type-graphql|graphql|graphql-ws|ws|eta)/';
const HOST_MODULE = '^(os|child_process)$|^node_modules/(@types/)?systeminformation/';

const compositionOrder = [
  refuse('main-only-starts-the-command-line', {
    comment: 'main.ts must load on a Node that is too old: move the code into cli/, which it imports after its check.',
    from: { path: '^src/main[.]ts$' },
    to: { pathNot: '^src/cli/cli[.]ts$' },
  }),
  refuse('nothing-imports-main', {
    comment: 'main.ts starts the process when it is imported: import the file that holds the code.',
    from: {},
    to: { path: '^src/main[.]ts$' },
  }),
  refuse('only-main-imports-the-command-line', {
    comment: 'Move what is shared into a feature or serve.ts, and let the command call it.',
    from: { path: '^src/', pathNot: '^src/(main[.]ts$|cli/)' },
    to: { path: '^src/cli/' },
  }),
  refuse('only-the-command-line-imports-serve', {
    comment: 'serve.ts puts the process together: take what you need from it as a parameter.',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { path: '^src/serve[.]ts$' },
  }),
  refuse('app-hands-down', {
    comment: 'app.ts builds every service: take the service as a parameter, and let app.ts hand it in.',
    from: { path: '^src/', pathNot: '^src/(cli/|serve[.]ts$)' },
    to: { path: '^src/app[.]ts$' },
  }),
  refuse('composition-hands-down', {
    comment: 'Take what you need as a parameter (a service, a function, a list), and let app.ts hand it in.',
    from: { path: [FEATURE, PLUMBING, LOWEST] },
    to: { path: COMPOSITION },
  }),
];

const layers = [
  refuse('every-folder-has-a-layer', {
    comment:
      'Put the file into a folder of the architecture, or give the new folder its layer in .dependency-cruiser.cjs.',
    from: {},
    to: { path: '^src/[^/]+/', pathNot: [FEATURE, PLUMBING, LOWEST, '^src/cli/'] },
  }),
  refuse('features-do-not-import-each-other', {
    comment: 'Declare what you need as an interface, and let app.ts hand in the feature that has it.',
    from: { path: FEATURE, pathNot: '^src/administration/' },
    to: { path: FEATURE, pathNot: '^src/$1/' },
  }),
  refuse('administration-knows-three-features', {
    comment: 'Administration may import accounts, terms and monitoring; anything else is handed in by app.ts.',
    from: { path: '^src/administration/' },
    to: { path: FEATURE, pathNot: '^src/(administration|accounts|terms|monitoring)/' },
  }),
  refuse('plumbing-knows-no-feature', {
    comment:
      'Declare what you need as an interface beside the plumbing, and let app.ts hand in the feature that has it.',
    from: { path: PLUMBING },
    to: { path: FEATURE },
  }),
  refuse('plumbing-stands-alone', {
    comment: 'Move what both need into shared/, or let faces.ts hand it in. Only the bridge in rest/ knows graphql/.',
    from: { path: PLUMBING, pathNot: '^src/rest/' },
    to: { path: PLUMBING, pathNot: '^src/$1/' },
  }),
  refuse('the-bridge-knows-graphql-only', {
    comment: 'The bridge runs operations of graphql/; let faces.ts hand it whatever else it needs.',
    from: { path: '^src/rest/' },
    to: { path: PLUMBING, pathNot: '^src/(rest|graphql)/' },
  }),
  refuse('settings-import-shared-only', {
    comment: 'Settings are read before anything exists: move the type or the parser into settings/ or shared/.',
    from: { path: '^src/settings/' },
    to: { path: '^src/', pathNot: LOWEST },
  }),
  refuse('shared-imports-nothing-of-ours', {
    comment: 'shared/ is the bottom: move the file up into the folder that it knows about.',
    from: { path: '^src/shared/' },
    to: { path: '^src/', pathNot: '^src/shared/' },
  }),
];

const features = [
  refuse('rules-know-no-face', {
    comment:
      'Keep the rule in plain TypeScript, and let the resolver, routes or page file translate to Express or GraphQL.',
    from: { path: FEATURE, pathNot: FACE_FILE },
    to: { path: FACE_PACKAGE },
  }),
  refuse('faces-call-rules', {
    comment: 'Turn the arrow round: the resolver, routes or page file calls the rule and shapes its result.',
    from: { path: FEATURE, pathNot: FACE_FILE },
    to: { path: ['^src/(graphql|rest|web)/', FACE_FILE] },
  }),
  refuse('one-place-reads-the-host', {
    comment:
      'Ask HostMetrics; only monitoring/host reads the machine (and the password hasher counts its cores, the clock its uptime).',
    from: { path: '^src/', pathNot: '^src/(monitoring/host/[^/]+|accounts/password-hasher|shared/clock)[.]ts$' },
    to: { path: HOST_MODULE },
  }),
  refuse('one-place-asks-the-provider', {
    comment:
      'Ask AnalysisProvider; only monitoring/analysis/gemini.ts knows whose it is, and bounds what the library does not.',
    from: { path: '^src/', pathNot: '^src/monitoring/analysis/gemini[.]ts$' },
    to: { path: '^node_modules/@google/generative-ai/' },
  }),
  refuse('one-place-renders-markdown', {
    comment: 'Ask renderTerms; only terms/terms-html.ts knows the parser and the sanitiser, and which tags may remain.',
    from: { path: '^src/', pathNot: '^src/terms/terms-html[.]ts$' },
    to: { path: '^node_modules/(@types/)?(markdown-it|sanitize-html)/' },
  }),
  refuse('one-place-compares-texts', {
    comment: 'Ask differenceOf; only terms/terms-difference.ts knows the library, and bounds its work.',
    from: { path: '^src/', pathNot: '^src/terms/terms-difference[.]ts$' },
    to: { path: '^node_modules/diff/' },
  }),
];

const client = [
  refuse('client-and-server-are-apart', {
    comment:
      'They meet in schema.graphql, the addresses and the rules of numbers: ask by GraphQL, or write the constant on both sides.',
    from: { path: '^(src|client)/' },
    to: { path: '^(src|client)/', pathNot: ['^$1/', RULES_OF_BOTH] },
  }),
  refuse('rules-of-both-run-anywhere', {
    comment: 'The browser runs these too: keep them plain, and take what they need as a parameter.',
    from: { path: RULES_OF_BOTH },
    to: { pathNot: [RULES_OF_BOTH, '^src/shared/text[.]ts$'] },
  }),
  refuse('client-features-do-not-import-each-other', {
    comment: 'Move what both need into components/ or lib/, or let a file of pages/ put the two together.',
    from: { path: '^client/src/features/([^/]+)/' },
    to: { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
  }),
  refuse('client-parts-know-no-feature', {
    comment: 'Take what differs as a property or a parameter; features import components/ and lib/, never the reverse.',
    from: { path: '^client/src/(components|lib)/' },
    to: { path: '^client/src/(features/|[^/]+[.]tsx$)' },
  }),
];

const everywhere = [
  refuse('no-circles', {
    comment: 'Move what both need into a file of its own that neither of them is.',
    from: {},
    to: { circular: true },
  }),
  refuse('imports-exist', {
    comment: 'Correct the address (the server writes ".js"), or add the package to package.json.',
    from: {},
    to: { couldNotResolve: true },
  }),
  refuse('the-server-ships-no-development-tool', {
    comment: 'Move the package to "dependencies", or its use into scripts/ or test/.',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  }),
  refuse('the-server-stands-without-its-tests', {
    comment:
      'Move the code into src/: what runs in production imports nothing from test/, scripts/ or a tool’s settings.',
    from: { path: '^(src|client/src)/' },
    to: { path: '^(test|scripts)/|^[^/]+[.]config[.]ts$' },
  }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...compositionOrder, ...layers, ...features, ...client, ...everywhere],
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

function refuse(name, rule) {
  return { name, severity: 'error', ...rule };
}
