import { describe, expect, test } from 'vitest';
import { runDoctor } from '../../support/doctor.js';
import { appendPeer, startForwardingProxy } from '../../support/http/forwarding-proxy.js';
import { freePort } from '../../support/processes/free-port.js';
import { startService } from '../../support/processes/running-service.js';

/** Starts a service that has a proxy for its public address. */
async function startBehindProxy(environment: Record<string, string> = {}) {
  const { behaviour, origin } = await startForwardingProxy();
  const settings = { PUBLIC_URL: origin, ...environment };
  const { port, dataDir } = await startService(settings);
  behaviour.port = port;
  const examine = () => runDoctor(dataDir, { PORT: String(port), ...settings });
  return { behaviour, origin, examine };
}

describe('the doctor asks the public address (contract 10)', () => {
  test('behind a proxy as documented all is well; each fault of it is named', async () => {
    const { behaviour, origin, examine } = await startBehindProxy({ TRUST_PROXY: '127.0.0.1' });
    const right = { ...behaviour };
    const well = await examine();
    expect([well.code, well.bad]).toEqual([0, []]);
    expect(well.on('proxy')).toEqual([expect.stringMatching(/^ok: The proxy at 127\.0\.0\.1 is trusted/)]);
    expect(well.on('address')).toEqual([expect.stringMatching(new RegExp(`^ok: Vigia answers at ${origin} in`))]);

    const withFault = async (fault: Partial<typeof behaviour>) => {
      Object.assign(behaviour, right, fault);
      return (await examine()).bad.map(({ check, level, text }) => `${check} ${level}: ${text}`);
    };
    expect(await withFault({ headers: (headers) => headers })).toEqual([
      expect.stringMatching(/^proxy warning: 127\.0\.0\.1 is in TRUST_PROXY but is no proxy/),
    ]);
    expect(
      await withFault({ headers: (headers, peer) => ({ ...appendPeer(headers, peer), host: 'inner.example' }) }),
    ).toEqual([expect.stringMatching(/^address problem: .* refused with 400.*let the proxy pass Host on unchanged/)]);
    expect(await withFault({ passesUpgrades: false })).toEqual([
      expect.stringMatching(/^sockets problem: Live pages cannot connect to \/graphql \(status 404\)/),
      expect.stringMatching(/^sockets warning: Agents cannot connect to \/agent \(status 404\)/),
    ]);
    expect(await withFault({ addedHeaders: { 'strict-transport-security': 'max-age=1' } })).toEqual([
      expect.stringMatching(/^address warning: The proxy changes strict-transport-security: let it add no/),
    ]);
    expect(await withFault({ addedHeaders: { date: 'Fri, 02 Jan 2026 03:04:05 GMT' } })).toEqual([
      expect.stringMatching(/^clock problem: The clocks differ \(the service .*, http:\/\/localhost:\d+ -\d+\.\d s\)/),
    ]);
    expect(await withFault({ port: await freePort() })).toEqual([
      expect.stringMatching(/^address problem: The proxy at .* does not reach Vigia \(status 502\)/),
    ]);
  });

  test('a proxy that is not trusted is named with the setting that it needs', async () => {
    const { examine } = await startBehindProxy();
    const { code, on } = await examine();
    expect(code).toBe(2);
    expect(on('proxy')).toEqual([expect.stringMatching(/^problem: .* set TRUST_PROXY=127\.0\.0\.1\./)]);
  });

  test('nobody at the public address, and everybody trusted', async () => {
    const PUBLIC_URL = `http://localhost:${await freePort()}`;
    const { port, dataDir } = await startService({ PUBLIC_URL, TRUST_PROXY: '0.0.0.0/0' });
    const { on } = await runDoctor(dataDir, { PORT: String(port), PUBLIC_URL, TRUST_PROXY: '0.0.0.0/0' });
    expect(on('address')).toEqual([
      `problem: Nobody answers at ${PUBLIC_URL} (ECONNREFUSED): start the proxy, or correct PUBLIC_URL.`,
    ]);
    expect(on('proxy')).toEqual([expect.stringMatching(/^problem: TRUST_PROXY has 0\.0\.0\.0\/0/)]);
  });
});
