import { median } from './figures.ts';
import { askOnce, Connection, type Question, requestBytes, tokenRequest } from './http-client.ts';
import { PASSWORD } from './processes.ts';

const ROUNDS = 7;
const ROUND_MS = 1000;
const CONNECTIONS = 16;

/** What is asked: one question, or the same of several processes in turn. */
type Questions = Question | readonly Question[];

/** How two questions compare: answers a second of each, and the ratio of the first to the second, as text. */
export async function compareRates(ours: Questions, theirs: Questions): Promise<string[]> {
  const rates: [number, number][] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair: [number, number] = [await rate([ours].flat()), await rate([theirs].flat())];
    // The first round warms up.
    if (round >= 0) rates.push(pair);
  }
  return [
    median(rates.map(([first]) => first)).toFixed(0),
    median(rates.map(([, second]) => second)).toFixed(0),
    median(rates.map(([first, second]) => first / second)).toFixed(2),
  ];
}

/** The headers of a caller by token, for an account of a bench. */
export async function tokenHeaders(port: number, username: string): Promise<Record<string, string>> {
  const { body } = await askOnce(tokenRequest(port, username, PASSWORD));
  return { authorization: `Bearer ${JSON.parse(body).access}` };
}

/** Answers per second. @throws when one is no 200. */
async function rate(questions: readonly Question[]): Promise<number> {
  const begin = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const question = questions[index % questions.length] as Question;
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
