import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram, startService } from '../support/processes/running-service.js';

test('a service with a certificate of its own is asked by its commands, and its agents take its pinned key', async () => {
  const service = await startService({ TLS: 'auto' });
  const { pin, message } = JSON.parse(await service.line(/Vigia is ready/));
  expect(message).toBe(`Vigia is ready at https://localhost:${service.port}`);
  const environment = { DATA_DIR: service.dataDir, PORT: String(service.port), TLS: 'auto' };

  const health = spawnSync(process.execPath, ['bin/check-health.js'], { env: environment });
  expect(health.status).toBe(0);

  const ca = readFileSync(join(service.dataDir, 'tls_certificate.pem'));
  const [response] = await once(get(`https://localhost:${service.port}/accounts/login/`, { ca }), 'response');
  response.resume();
  // Browsers refuse to go on to a certificate that they do not know once they have seen this header.
  expect(response.headers['strict-transport-security']).toBeUndefined();
  expect(String(response.headers['set-cookie'])).toContain('Secure');

  const doctor = startProgram(process.execPath, ['dist/main.js', 'doctor'], environment);
  await doctor.ended;
  const findings = doctor.lines.filter((line) => /(certificate|service|address|sockets) {2}/.test(line));
  expect(findings.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    expect.stringMatching(/^ok certificate .*valid until/),
    expect.stringMatching(/^ok service Vigia .* answers at https:/),
    expect.stringMatching(/^ok address Vigia answers at https:/),
    expect.stringMatching(/^ok sockets /),
  ]);
  expect(findings[0]).toContain(`--pin ${pin}`);

  const token = `vigia_host_${'a'.repeat(43)}`;
  const args = ['dist/main.js', 'agent', '--hub', `https://127.0.0.1:${service.port}`, '--pin', pin];
  const agent = startProgram(process.execPath, args, { VIGIA_AGENT_TOKEN: token });
  // The answer to a token that belongs to nobody shows that the connection was made.
  await agent.line(/does not know this token/);
});
