import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startAgentHub } from '../support/agents/agent-hub.js';
import { AGENT_TOKEN, StandInIntake } from '../support/agents/stand-in-intake.js';
import { startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Starts a hub behind TLS with an untrusted certificate. */
async function startTlsHub(intake: StandInIntake) {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const hub = await startAgentHub(intake);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (client) => {
    const service = connect(hub.port, '127.0.0.1');
    client.pipe(service).pipe(client);
    for (const socket of [client, service]) socket.on('error', () => {});
    client.on('close', () => service.destroy());
  }).listen(0, 'localhost');
  server.on('tlsClientError', () => {});
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, certificate };
}

function startAgent(hub: string, environment: Record<string, string>) {
  const args = ['dist/main.js', 'agent', '--hub', hub];
  return startProgram(process.execPath, args, { VIGIA_AGENT_TOKEN: AGENT_TOKEN, ...environment });
}

test.runIf(hasOpenssl)('a certificate of nobody that is known is refused, whatever the environment says', async () => {
  const intake = new StandInIntake();
  const { port } = await startTlsHub(intake);
  const agent = startAgent(`https://localhost:${port}`, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(await agent.line(/cannot be reached/)).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(intake.greetings).toEqual([]);
});

test.runIf(hasOpenssl)('the certificate of a private authority is accepted when it is named', async () => {
  const intake = new StandInIntake();
  const { port, certificate } = await startTlsHub(intake);
  startAgent(`https://localhost:${port}`, { NODE_EXTRA_CA_CERTS: certificate });
  await expect.poll(() => intake.samples.length).toBeGreaterThan(0);
});

test.runIf(hasOpenssl)('the certificate of another name is refused', async () => {
  const intake = new StandInIntake();
  const { port, certificate } = await startTlsHub(intake);
  const agent = startAgent(`https://127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: certificate });
  expect(await agent.line(/cannot be reached/)).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
});
