import { askOnce, type Question } from './clients/http-client.ts';
import { printTable } from './measuring/figures.ts';
import { type Peer, startScript, startService } from './measuring/processes.ts';
import { compareCosts, tokenHeaders } from './measuring/rates.ts';
import { installMercurius } from './servers/install-mercurius.ts';

const DIGITS = [1, 64, 4096];
const QUERY = 'query Convert($value: String!) { convert(type: DEC2BIN, value: $value) { result } }';

/**
 * Benchmarks conversion with a token over both transports, in processor time: REST against a bare Express route that
 * sends a response of the same length, and GraphQL against a stock Apollo Server on Express and Mercurius on Fastify
 * that perform the same conversion (contract 11).
 */
export async function convert(): Promise<void> {
  const FOLDER = installMercurius();
  const service = await startService([{ username: 'ana' }]);
  const express = await startScript('scripts/benches/servers/bare-express.ts');
  const measures = {
    'stock Apollo': await startScript('scripts/benches/servers/stock-apollo.ts'),
    Mercurius: await startScript('scripts/benches/servers/stock-mercurius.ts', { FOLDER }),
  };
  const rows = [['digits', 'transport', 'µs each', 'measure', 'its µs', 'ratio']];
  try {
    const headers = await tokenHeaders(service.port, 'ana');
    for (const digits of DIGITS) rows.push(await compareRest(digits, headers));
    for (const [name, peer] of Object.entries(measures))
      for (const digits of DIGITS) rows.push(await compareGraphql(name, peer, digits, headers));
  } finally {
    await Promise.all([service, express, ...Object.values(measures)].map((peer) => peer.stop()));
  }
  printTable(rows);

  async function compareRest(digits: number, headers: Record<string, string>): Promise<string[]> {
    const value = '1'.repeat(digits);
    const path = `/sistema/conversor/api/v1/converter?type=dec2bin&value=${value}`;
    const ours = { port: service.port, path, headers };
    const length = (await askOnce(ours)).body.length - '{"result":}'.length;
    const theirs = { port: express.port, path: `/convert?length=${length}&value=${value}`, headers };
    const [cost = '', measure = '', ratio = ''] = await compareCosts([ours, service], [theirs, express]);
    return [String(digits), 'REST', cost, 'bare Express', measure, ratio];
  }

  async function compareGraphql(name: string, peer: Peer, digits: number, headers: Record<string, string>) {
    const ours: Question = {
      port: service.port,
      method: 'POST',
      path: '/graphql',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: QUERY, variables: { value: '1'.repeat(digits) } }),
    };
    const theirs = { ...ours, port: peer.port };
    const [a, b] = [await askOnce(ours), await askOnce(theirs)];
    if (a.body.trim() !== b.body.trim()) throw new Error('The two answer differently');
    const [cost = '', measure = '', ratio = ''] = await compareCosts([ours, service], [theirs, peer]);
    return [String(digits), 'GraphQL', cost, name, measure, ratio];
  }
}
