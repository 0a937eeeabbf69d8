import { askOnce, Connection, type Question, requestBytes, tokenRequest } from '../clients/http-client.ts';
import { median } from './figures.ts';
import { PASSWORD, type Peer, preciseProcessorMs } from './processes.ts';

const ROUNDS = 7;
const ROUND_MS = 1000;
const CONNECTIONS = 16;

/**
 * Compares the processor time of two requests and returns, as text, microseconds per response for each and the ratio of
 * the second to the first. This reveals the achievable response rates even on a busy machine.
 */
export async function compareCosts(ours: [Question, Peer], theirs: [Question, Peer]): Promise<string[]> {
  const costs: [number, number][] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair: [number, number] = [await cost(...ours), await cost(...theirs)];
    if (round >= 0) costs.push(pair);
  }
  return [
    median(costs.map(([first]) => first)).toFixed(1),
    median(costs.map(([, second]) => second)).toFixed(1),
    median(costs.map(([first, second]) => second / first)).toFixed(2),
  ];
}

async function cost(question: Question, { pid }: Peer): Promise<number> {
  const begin = preciseProcessorMs(pid);
  const perSecond = await rate(question);
  return ((preciseProcessorMs(pid) - begin) * 1000) / ((perSecond * ROUND_MS) / 1000);
}

/** Returns the headers for calling the API with a bench account's token. */
export async function tokenHeaders(port: number, username: string): Promise<Record<string, string>> {
  const { body } = await askOnce(tokenRequest(port, username, PASSWORD));
  return { authorization: `Bearer ${JSON.parse(body).access}` };
}

/** Returns responses per second. @throws if a status is not 200. */
async function rate(question: Question): Promise<number> {
  const begin = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const bytes = requestBytes(question);
      const connection = await Connection.open(question);
      let count = 0;
      for (; performance.now() - begin < ROUND_MS; count += 1) {
        const { status } = await connection.ask(bytes);
        if (status !== 200) throw new Error(`${question.path.slice(0, 80)} answered ${status}`);
      }
      connection.close();
      return count;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - begin)) * 1000;
}
