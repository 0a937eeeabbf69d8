import { printTable } from './figures.ts';
import { askOnce, type Question } from './http-client.ts';
import { type Peer, startScript, startService } from './processes.ts';
import { compareRates, tokenHeaders } from './rates.ts';

const DIGITS = [1, 64, 4096];
const QUERY = 'query Convert($value: String!) { convert(type: DEC2BIN, value: $value) { result } }';

/**
 * Conversion by token over both transports: REST as a ratio to a bare Express route that sends an answer of the same length,
 * GraphQL as a ratio to a stock Apollo Server on Express that converts the same (contract 11).
 */
export async function convert(): Promise<void> {
  const service = await startService([{ username: 'ana' }]);
  const peers = [
    await startScript('scripts/benches/bare-express.ts'),
    await startScript('scripts/benches/stock-apollo.ts'),
  ];
  const rows = [['digits', 'transport', 'conversion/s', 'measure', 'its answers/s', 'ratio']];
  try {
    const headers = await tokenHeaders(service.port, 'ana');
    for (const digits of DIGITS) rows.push([String(digits), ...(await compareRest(service, peers[0] as Peer, digits))]);
    for (const digits of DIGITS)
      rows.push([String(digits), ...(await compareGraphql(service, peers[1] as Peer, digits))]);

    async function compareRest({ port }: Peer, bare: Peer, digits: number): Promise<string[]> {
      const value = '1'.repeat(digits);
      const ours = { port, path: `/sistema/conversor/api/v1/converter?type=dec2bin&value=${value}`, headers };
      const length = (await askOnce(ours)).body.length - '{"result":}'.length;
      const theirs = { port: bare.port, path: `/convert?length=${length}&value=${value}`, headers };
      const [rate = '', measure = '', ratio = ''] = await compareRates(ours, theirs);
      return ['REST', rate, 'bare Express', measure, ratio];
    }

    async function compareGraphql({ port }: Peer, stock: Peer, digits: number): Promise<string[]> {
      const ours: Question = {
        port,
        method: 'POST',
        path: '/graphql',
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query: QUERY, variables: { value: '1'.repeat(digits) } }),
      };
      const theirs = { ...ours, port: stock.port };
      const [a, b] = [await askOnce(ours), await askOnce(theirs)];
      if (a.body.trim() !== b.body.trim()) throw new Error('The two answer differently');
      const [rate = '', measure = '', ratio = ''] = await compareRates(ours, theirs);
      return ['GraphQL', rate, 'stock Apollo', measure, ratio];
    }
  } finally {
    await Promise.all([service, ...peers].map((peer) => peer.stop()));
  }
  printTable(rows);
}
