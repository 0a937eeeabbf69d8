import { askOnce } from './clients/http-client.ts';
import { printTable } from './measuring/figures.ts';
import { PASSWORD, startScript, startService } from './measuring/processes.ts';
import { compareCosts, tokenHeaders } from './measuring/rates.ts';

const DIGITS = [1, 64, 4096];

/**
 * Benchmarks conversion over REST in processor time, as a ratio to a bare Express route that sends a response of the
 * same length (contract 11).
 */
export async function rest(): Promise<void> {
  const service = await startService([{ username: 'ana' }]);
  const express = await startScript('scripts/benches/servers/bare-express.ts');
  const rows = [['digits', 'caller', 'µs each', 'bare Express', 'ratio']];
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
    return compareCosts([conversion, service], [bare, express]);
  }
}

async function credentials(port: number): Promise<Record<string, Record<string, string>>> {
  return {
    token: await tokenHeaders(port, 'ana'),
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
