import { median, printTable } from './figures.ts';
import { askOnce, Connection, type Question, requestBytes, tokenRequest } from './http-client.ts';
import { PASSWORD, startScript, startService } from './processes.ts';

const ROUNDS = 7;
const ROUND_MS = 1000;
const CONNECTIONS = 16;
const DIGITS = [1, 64, 4096];

/** Conversion over REST, as a ratio to a bare Express route that sends an answer of the same length (contract §11). */
export async function rest(): Promise<void> {
  const service = await startService([{ username: 'ana' }]);
  const express = await startScript('scripts/benches/bare-express.ts');
  const rows = [['digits', 'caller', 'conversion/s', 'bare Express/s', 'ratio']];
  try {
    for (const [caller, headers] of Object.entries(await credentials(service.port))) {
      for (const digits of DIGITS) rows.push([String(digits), caller, ...(await compare(digits, headers))]);
    }
  } finally {
    await service.stop();
    await express.stop();
  }
  printTable(rows);

  async function compare(digits: number, headers: Record<string, string>): Promise<string[]> {
    const value = '1'.repeat(digits);
    const path = `/sistema/conversor/api/v1/converter?type=dec2bin&value=${value}`;
    const conversion = { port: service.port, path, headers };
    const length = (await askOnce(conversion)).body.length - '{"result":}'.length;
    const bare = { port: express.port, path: `/convert?length=${length}&value=${value}`, headers };
    const rates = { conversion: [] as number[], bare: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const [ours, theirs] = [await rate(conversion), await rate(bare)];
      // The first round warms up.
      if (round < 0) continue;
      rates.conversion.push(ours);
      rates.bare.push(theirs);
    }
    const ratios = rates.conversion.map((ours, round) => ours / (rates.bare[round] ?? 1));
    return [...[rates.conversion, rates.bare].map((all) => median(all).toFixed(0)), median(ratios).toFixed(2)];
  }
}

async function credentials(port: number): Promise<Record<string, Record<string, string>>> {
  const { body } = await askOnce(tokenRequest(port, 'ana', PASSWORD));
  return {
    token: { authorization: `Bearer ${JSON.parse(body).access}` },
    session: { cookie: await sessionCookie(port) },
  };
}

async function sessionCookie(port: number): Promise<string> {
  const address = `http://127.0.0.1:${port}/accounts/login/`;
  const form = await fetch(address);
  const csrf = cookie(form, 'csrftoken');
  const body = new URLSearchParams({
    username: 'ana',
    password: PASSWORD,
    csrfmiddlewaretoken: decodeURIComponent(csrf.split('=')[1] ?? ''),
  });
  const login = await fetch(address, { method: 'POST', body, redirect: 'manual', headers: { cookie: csrf } });
  return cookie(login, 'sessionid');
}

function cookie(response: Response, name: string): string {
  return (
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  );
}

/** Answers per second. @throws when one is no 200. */
async function rate(question: Question): Promise<number> {
  const bytes = requestBytes(question);
  const begin = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
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
