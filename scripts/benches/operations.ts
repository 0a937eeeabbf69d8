import SqliteDatabase from 'better-sqlite3';
import { getIntrospectionQuery } from 'graphql';
import { Connection, requestBytes } from './clients/http-client.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable } from './measuring/figures.ts';
import { type Peer, processorMs, startService } from './measuring/processes.ts';

const ROUND_MS = 2000;
const WARM_UP = 20;

const aliased = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

/** As many columns as an expression may have, for as many rows. */
const EXPRESSION = ['A', 'B', 'C', 'D', 'F', 'G'].map((name) => `${'!'.repeat(29)}${name}`).join('^');
const LONGEST = 'Z'.repeat(4096);
const TABLE = `expression variables nodes { id kind expression operation inputs } columns { expression node }
  rows { inputs values result }`;
/** Found by hill climbing: without a limit to the search it takes more than a second. */
const HARDEST = '1111110111010100111111111111110110111111111111010-10101110111111';
const FORM = `expression primeImplicants { pattern rows expression literals isEssential isChosen }
  karnaughMap { maps { label cells { index row column output } } groups { pattern cells pieces { map row column rows columns } } }
  circuit(gate: NOR) { gates nodes { id name inputs } } canonical { expression shorthand }`;
/** The smallest power of ten that may be typed: its denominator is the largest. */
const SMALLEST_DECIMAL = '1e-1500';
const LONGEST_FRACTION = `0.${'Z'.repeat(254)}`;
const FLOAT = 'bits value shortest typed error below { value } above { value }';
const ARITHMETIC = `columns { position bit1 bit2 ones carryIn carryOut result } partialProducts { position bits }
  complement1 { columns { position } } complement2 { columns { position } }`;
/** Every variable, and as many operations as fit. */
const EQUIVALENT = `equivalent(a: "${'A^B^C^D^E^'.repeat(19)}F", b: "${'F^E^D^C^B^'.repeat(19)}A") { areEquivalent }`;
const sheet = (kind: string) => `exercise(kind: ${kind}, level: 3, seed: "turma") {
  exercises { position question hints solution task { value outputs } } }`;
const check = (kind: string, answer: string) =>
  `checkAnswer(kind: ${kind}, level: 3, seed: "turma", position: 10, answer: "${answer}") { isCorrect mistake explanation }`;
const ALL_OF_TYPE = getIntrospectionQuery().slice(getIntrospectionQuery().indexOf('fragment FullType'));
const USER = 'username email firstName isActive isStaff dateJoined lastLogin isLastStaff';

/**
 * The most expensive operations of each kind that the limits allow; `metricsHistory` has a bench of its own. The first is what
 * the others are compared with.
 */
const OPERATIONS: Readonly<Record<string, string>> = {
  'one field': '{ me { username } }',
  'three whole truth tables': `query ($e: String!) { ${aliased(3, `truthTable(expression: $e) { ${TABLE} }`)} }`,
  'the values of a truth table, 8 times': `query ($e: String!) { truthTable(expression: $e) { rows { ${aliased(8, 'values')} } } }`,
  'the expressions of a truth table, 15 times': `query ($e: String!) { truthTable(expression: $e) { nodes { ${aliased(15, 'expression')} } } }`,
  'six truth tables': `query ($e: String!) { ${aliased(6, 'truthTable(expression: $e) { expression }')} }`,
  'a form of the hardest function of six variables': `{ expressionOf(outputs: "${HARDEST}") { ${FORM} } }`,
  'ten conversions of 4,096 digits': `query ($v: String!) { ${aliased(10, 'convertBase(from: 36, to: 35, value: $v) { result }')} }`,
  '… with the number of their steps': `query ($v: String!) { ${aliased(9, 'convertBase(from: 36, to: 35, value: $v) { stepCount }')} }`,
  'the steps of one, 13 times': `query ($v: String!) { convertBase(from: 36, to: 35, value: $v) { ${aliased(13, 'steps { kind equation }')} } }`,
  'ten operations on 64 bits': `{ ${aliased(10, 'bitwise(operation: XOR, value1: "1", value2: "2", bits: 64) { columns { position bit1 bit2 result } }')} }`,
  'eight doubles of the smallest decimal': `query ($d: String!) { ${aliased(8, `floatingPoint(value: $d, format: BINARY64) { ${FLOAT} encodeSteps { equation } decodeSteps { equation } }`)} }`,
  'eight fractions of 1,000 digits with steps': `query ($f: String!) { ${aliased(8, 'convertFraction(value: $f, from: 36, to: 35, digits: 1000) { result steps { kind equation } stepCount }')} }`,
  'ten fractions, no steps': `query ($f: String!) { ${aliased(10, 'convertFraction(value: $f, from: 36, to: 35, digits: 1000) { result numerator denominator }')} }`,
  'six products of 64 bits': `{ ${aliased(6, `binaryArithmetic(operation: MULTIPLY, bits: 64, value1: "-1", value2: "-3") { ${ARITHMETIC} }`)} }`,
  'ten comparisons of expressions': `{ ${aliased(10, EQUIVALENT)} }`,
  'a minimal form of an expression': `query ($e: String!) { minimise(expression: $e, form: PRODUCT_OF_SUMS) { ${FORM} } }`,
  'nine sheets of minimal forms': `{ ${aliased(9, sheet('MINIMISE'))} }`,
  'nine sheets of floating point': `{ ${aliased(9, sheet('FLOATING_POINT'))} }`,
  'nine sheets of truth tables': `{ ${aliased(9, sheet('TRUTH_TABLE'))} }`,
  'nine graded minimal forms': `{ ${aliased(9, check('MINIMISE', "AB' + CD + A'B"))} }`,
  'nine graded floats': `{ ${aliased(9, check('FLOATING_POINT', '01000000101000000000000000000000'))} }`,
  'nine graded bases': `{ ${aliased(9, check('BASE_TO_BASE', '7F'))} }`,
  'the whole schema': getIntrospectionQuery(),
  'the fields of the schema, nine times': `{ __schema { types { ${aliased(9, 'fields { name description args { name description type { name kind } } type { name kind } }')} } } }`,
  'all fields of the largest type, ten times': `{ ${aliased(10, '__type(name: "Query") { ...FullType }')} } ${ALL_OF_TYPE}`,
  'a hundred accounts': `{ users(first: 100) { nodes { ${USER} } } }`,
  'ten times ninety accounts': `{ ${aliased(10, 'users(first: 90) { nodes { username } }')} }`,
};

/** What an operation can cost (promise 19): those that need most of the processor, against one that needs nearly nothing. */
export async function operations(): Promise<void> {
  const accounts = Array.from({ length: 1000 }, (_, index) => ({ username: `user${index}` }));
  const service = await startService(accounts, { SECRET_KEY }, makeStaff);
  const rows = [['operation', 'processor, ms', 'times one field', 'answer, KiB']];
  try {
    const measured: { name: string; ms: number; kib: number }[] = [];
    for (const [name, query] of Object.entries(OPERATIONS)) measured.push({ name, ...(await measure(service, query)) });
    const least = measured[0]?.ms ?? 1;
    for (const { name, ms, kib } of measured) {
      rows.push([name, ms.toFixed(1), (ms / least).toFixed(0), kib.toFixed(0)]);
    }
  } finally {
    await service.stop();
  }
  printTable(rows);
}

async function measure({ port, pid }: Peer, query: string): Promise<{ ms: number; kib: number }> {
  const connection = await Connection.open({ port });
  const variables = { e: EXPRESSION, v: LONGEST, d: SMALLEST_DECIMAL, f: LONGEST_FRACTION };
  const body = JSON.stringify({ query, variables });
  const headers = {
    authorization: `Bearer ${tokenOf(1)}`,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const bytes = requestBytes({ port, method: 'POST', path: '/graphql', headers, body });
  let length = 0;
  const ask = async () => {
    const reply = await connection.ask(bytes);
    if (reply.status !== 200) throw new Error(`${query.slice(0, 80)} answered ${reply.body.slice(0, 200)}`);
    length = reply.body.length;
  };
  for (let count = 0; count < WARM_UP; count += 1) await ask();
  const [begin, before] = [performance.now(), processorMs(pid)];
  let count = 0;
  for (; performance.now() - begin < ROUND_MS; count += 1) await ask();
  connection.close();
  return { ms: (processorMs(pid) - before) / count, kib: length / 1024 };
}

function makeStaff(databaseFile: string): void {
  const database = new SqliteDatabase(databaseFile);
  database.exec('update users set is_staff = 1 where id = 1');
  database.close();
}
