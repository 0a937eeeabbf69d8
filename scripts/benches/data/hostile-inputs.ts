import type { Question } from '../clients/http-client.ts';

/** A request from a visitor without an account, excluding its port; `round` makes each one different. */
export type HostileInput = (round: number) => Omit<Question, 'port'>;

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Maximum size of a body, and then of the headers. */
const BODY = 63_000;
const HEADER = 15_000;

/** One character that normalises to eighteen, including spaces. */
const EXPANDING = '\ufdfa';
/** One character that becomes two domain labels: `a.m.` */
const LABELS = '\u33c2';
/** Two combining marks in the wrong order, which normalisation has to sort. */
const MARKS = '\u0315\u0300';

const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';

/** An expression with the maximum numbers of columns and rows. */
const EXPRESSION = ['A', 'B', 'C', 'D', 'F', 'G'].map((name) => `${'!'.repeat(29)}${name}`).join('^');
const TABLE = `expression variables nodes { id kind expression operation inputs } columns { expression node }
  rows { inputs values result }`;

const PASSWORD = 'correct horse 7';

/**
 * Inputs crafted to cost processor time, by target (promise 42). A visitor sends each of them as fast as the network
 * allows.
 */
export const hostileInputs: Readonly<Record<string, HostileInput>> = {
  'register: an ordinary faulty form': register({ username: '!', email: '!' }),
  'register: password beside faulty names that expand': register({
    username: EXPANDING.repeat(300),
    firstName: EXPANDING.repeat(300),
    email: EXPANDING.repeat(300),
    password1: 'x y'.repeat(1365),
  }),
  'register: password beside sound names that expand': register({
    username: '!',
    firstName: EXPANDING.repeat(150),
    email: `${EXPANDING.repeat(200)}@example.com`,
    password1: 'صلى'.repeat(600),
  }),
  'register: password beside a name of many words': register({
    firstName: 'ab '.repeat(50),
    email: `${'a.'.repeat(60)}a@${'b.'.repeat(60)}example.com`,
    password1: 'ab'.repeat(2048),
  }),
  'register: e-mail of 2,000 labels': register({ email: `a@${LABELS.repeat(1000)}com` }),
  'register: e-mail of 1,000 labels in ASCII': register({ email: `a@${'a.'.repeat(500)}com` }),
  'register: e-mail that nearly fits': register({ email: `${'a'.repeat(120)}@${'a-'.repeat(60)}!` }),
  'register: username of marks': register({ username: `a${MARKS.repeat(BODY / 4)}` }),
  'register: username of 150 marks': register({ username: `a${MARKS.repeat(74)}` }),
  'register: first name of 63,000 letters': register({ firstName: 'a '.repeat(BODY / 2) }),
  'register: e-mail of 63,000 characters': register({ email: `a@${'a.'.repeat(BODY / 2)}` }),
  'register: password of 63,000 bytes': register({ password1: 'a'.repeat(BODY) }),
  'register: 6,000 fields that do not exist': (round) => {
    const extra = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`f${index}`, '']));
    return register(extra)(round);
  },
  'form: 30,000 fields': form('/accounts/registrar/', 'a&'.repeat(BODY / 2)),
  'form: one field 6,000 times': form('/accounts/registrar/', 'username=a&'.repeat(BODY / 11)),
  'form: percent signs': form('/accounts/registrar/', `username=${'%'.repeat(BODY)}`),
  'form: percent-encoded letters': form('/accounts/registrar/', `username=${'%C3%A1'.repeat(BODY / 6)}`),
  'form: e-mail typed to be shown again': form('/accounts/registrar/', `email=${'%3C'.repeat(BODY / 3)}`),
  'form: login with a long `next`': form('/accounts/login/', `next=/${'../'.repeat(BODY / 3)}`),
  'form: login with a `next` to be encoded': form('/accounts/login/', `next=/${'%22'.repeat(BODY / 3)}`),
  'token: username that expands': json('/accounts/api/v1/token/', {
    username: EXPANDING.repeat(BODY / 3),
    password: 'x',
  }),
  'token: username of marks': json('/accounts/api/v1/token/', {
    username: `a${MARKS.repeat(BODY / 4)}`,
    password: 'x',
  }),
  'token: username of blanks': json('/accounts/api/v1/token/', { username: ` ${' '.repeat(BODY)}a`, password: 'x' }),
  'token: password of 63,000 bytes': (round) =>
    json('/accounts/api/v1/token/', { username: `b${round}`, password: 'x'.repeat(BODY) })(round),
  'token: JSON that is nested': raw('/accounts/api/v1/token/', '['.repeat(BODY)),
  'token: JSON that is nested and whole': raw('/accounts/api/v1/token/', '['.repeat(BODY / 2) + ']'.repeat(BODY / 2)),
  'token: JSON of 8,000 members': raw(
    '/accounts/api/v1/token/',
    `{${Array.from({ length: 7000 }, (_, index) => `"${index}":0`).join()}}`,
  ),
  'refresh: 63,000 characters': json('/accounts/api/v1/token/refresh/', { refresh: 'a.'.repeat(BODY / 2) }),
  'refresh: 4,096 characters with a nested header': json('/accounts/api/v1/token/refresh/', {
    refresh: `${Buffer.from('['.repeat(1500) + ']'.repeat(1500)).toString('base64url')}.e30.x`,
  }),
  'bearer: 15,000 characters': get('/graphql', { authorization: `Bearer ${'a.'.repeat(HEADER / 2)}` }),
  'bearer: blanks': get('/healthz', { authorization: `Bearer${' '.repeat(HEADER)}x` }),
  'login page: long `next`': get(`/accounts/login/?next=/${'%2e%2e/'.repeat(HEADER / 7)}`),
  'login page: 5,000 parameters': get(`/accounts/login/?${'a&'.repeat(HEADER / 2)}`),
  'login page: change of language': get(`/accounts/login/?language=en&${'a=%22&'.repeat(HEADER / 6)}`),
  'login page: cookies': get('/accounts/login/', { cookie: 'a=b;'.repeat(HEADER / 4) }),
  'login page: cookies without a name': get('/accounts/login/', { cookie: `${' '.repeat(HEADER)};` }),
  'login page: CSRF cookie': get('/accounts/login/', { cookie: `csrftoken=${'a.'.repeat(HEADER / 2)}` }),
  'login page: session cookie': get('/accounts/login/', { cookie: `sessionid=${'a'.repeat(HEADER)}` }),
  'login page: Accept-Language of commas': get('/accounts/login/', { 'accept-language': ','.repeat(HEADER) }),
  'login page: Accept-Language of parameters': get('/accounts/login/', {
    'accept-language': `pt;${'q=1;'.repeat(HEADER / 4)}`,
  }),
  'login page: Accept-Language of wishes': get('/accounts/login/', { 'accept-language': 'pt,'.repeat(HEADER / 3) }),
  'form page: Accept of 4,000 types': form('/accounts/registrar/', 'a=b', { accept: 'a/b,'.repeat(HEADER / 4) }),
  'login page: Accept-Encoding': get('/static/login.js', { 'accept-encoding': 'a;q=0,'.repeat(HEADER / 6) }),
  'login page: Content-Type': (round) => ({
    ...form('/accounts/login/', 'a=b')(round),
    headers: { 'content-type': `application/json;${'a=b;'.repeat(HEADER / 4)}` },
  }),
  'address: dots and slashes': get(`/${'../'.repeat(HEADER / 3)}`),
  'address: slashes': get(`/accounts/login${'/'.repeat(HEADER)}x`),
  'address: unknown page': get(`/${'%22'.repeat(HEADER / 3)}`),
  'address: static file': get(`/static/${'a/'.repeat(HEADER / 2)}`),
  'address: Origin': (round) => ({
    ...form('/accounts/login/', 'a=b')(round),
    headers: { ...FORM_TYPE, origin: `http://${'a.'.repeat(HEADER / 2)}` },
  }),
  'graphql: as many tokens as the parser reads': graphql(`{ ${'a '.repeat(996)}}`),
  'graphql: unknown fields of long names': graphql(`{ ${'convertmetricslogic '.repeat(480)}}`),
  'graphql: unknown arguments': graphql(`{ metrics(${'cpuPercentt: 1 '.repeat(330)}) { cpuPercent } }`),
  'graphql: unknown types': graphql(`query (${repeated(190, (i) => `$v${i}: ConversionTypp`)}) { __typename }`),
  'graphql: fields that may conflict': graphql(`{ ${'x: metrics { cpuPercent } '.repeat(160)}}`),
  'graphql: one field as often as possible': graphql(`{ ${'me{username}'.repeat(240)} }`),
  'graphql: as many fragments as possible': graphql(
    `{ ${repeated(75, (i) => `...f${i}`)} } ${repeated(75, (i) => `fragment f${i} on Query{me{username}}`)}`,
  ),
  'graphql: conflicting fragments': graphql(
    `{ ...f0 } ${repeated(80, (i) => `fragment f${i} on Query { ...f${(i + 1) % 80} ...f${(i + 7) % 80} }`)}`,
  ),
  'graphql: nested selections': graphql('{ me '.repeat(330) + '} '.repeat(330)),
  'graphql: nested lists': graphql(`{ convert(type: ${'['.repeat(490)}${']'.repeat(490)}) { result } }`),
  'graphql: directives': graphql(`{ __typename ${'@skip(if: false) '.repeat(160)}}`),
  'graphql: one long text': graphql(`{ convert(type: DEC2BIN, value: "${'\\u0041'.repeat(1500)}") { result } }`),
  'graphql: a document of 63,000 characters': graphql(`{ ${'#'.repeat(BODY)}\n me }`),
  'graphql: blanks': graphql(`${' '.repeat(BODY)}{ me { username } }`),
  'graphql: an operation of a long name': (round) => ({
    ...graphql('{ me { username } }')(round),
    body: JSON.stringify({ query: '{ me { username } }', operationName: 'x'.repeat(BODY) }),
  }),
  'graphql: an operation of a name like an error': (round) => ({
    ...graphql('{ me { username } }')(round),
    body: JSON.stringify({ query: '{ me { username } }', operationName: 'cannot represent '.repeat(BODY / 17) }),
  }),
  'graphql: unknown types of long names': graphql(
    `query (${repeated(110, (i) => `$v${i}: PersonalAccessTokenConnectionPersonalAccessTokenConnection${i}`)}) { me { username } }`,
  ),
  'graphql: unknown types in fragments': graphql(
    `{ ${repeated(110, (i) => `... on NewPersonalAccessTokenAlertRuleConnectionSilence${i} { id }`)} }`,
  ),
  'graphql: truth tables of a public converter': (round) => ({
    ...graphql('')(round),
    body: JSON.stringify({
      query: `query ($e: String!) { ${repeated(3, (i) => `a${i}: truthTable(expression: $e) { ${TABLE} }`)} }`,
      variables: { e: EXPRESSION },
    }),
  }),
  'graphql: the values of a truth table, 8 times': (round) => ({
    ...graphql('')(round),
    body: JSON.stringify({
      query: `query ($e: String!) { truthTable(expression: $e) { rows { ${repeated(8, (i) => `a${i}: values`)} } } }`,
      variables: { e: EXPRESSION },
    }),
  }),
  'graphql: a long list of operations': raw('/graphql', `[${'{"query":"{me{username}}"},'.repeat(2300)}0]`),
  'graphql: variables with unknown members': (round) => ({
    ...graphql('')(round),
    body: JSON.stringify({
      query: REGISTER,
      variables: { input: Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`usernaame${index}`, ''])) },
    }),
  }),
  'graphql: a number of 60,000 digits': (round) => ({
    ...graphql('')(round),
    body: `{"query":"query($a:Int!){logic(operation:AND,value1:$a,value2:1)}","variables":{"a":${'9'.repeat(60_000)}}}`,
  }),
  'graphql: an unknown value of 60,000 letters': (round) => ({
    ...graphql('')(round),
    body: JSON.stringify({
      query: 'query($t: ConversionType!) { convert(type: $t, value: "1") { result } }',
      variables: { t: 'B'.repeat(60_000) },
    }),
  }),
  'graphql: a document in the address': get(`/graphql?query=${'%7Bme'.repeat(HEADER / 5)}`, {
    accept: 'application/json',
  }),
};

function repeated(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(' ');
}

/** A registration that is always invalid, so that nothing is hashed. */
function register(changes: Readonly<Record<string, string>>): HostileInput {
  const input = { username: '!', firstName: '', email: 'x', password1: PASSWORD, password2: '', ...changes };
  const body = JSON.stringify({ query: REGISTER, variables: { input } });
  return () => ({ method: 'POST', path: '/graphql', headers: JSON_TYPE, body });
}

function graphql(query: string): HostileInput {
  const body = JSON.stringify({ query });
  return () => ({ method: 'POST', path: '/graphql', headers: JSON_TYPE, body });
}

function json(path: string, value: object): HostileInput {
  return raw(path, JSON.stringify(value));
}

function raw(path: string, body: string): HostileInput {
  return () => ({ method: 'POST', path, headers: JSON_TYPE, body });
}

/**
 * A form with the CSRF token that any visitor gets from the page; whatever sends {@link hostileInputs} adds the token.
 */
function form(path: string, body: string, headers: Readonly<Record<string, string>> = {}): HostileInput {
  return () => ({ method: 'POST', path, headers: { ...FORM_TYPE, ...headers }, body });
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): HostileInput {
  return () => ({ path, headers });
}
