import { expect, test } from 'vitest';
import { installCommand } from '../../../../src/features/monitoring/agents/agent-hub.js';
import { createTestApp } from '../../../support/test-app.js';

const PIN = 'sha256/UJ7rpYsFLMbLhLPne7i2n3SNIo+KR4kouKLNe3VykMk=';

test.each([
  [
    'https://hub.example',
    undefined,
    'curl -fsS https://hub.example/agent/install.sh | sudo sh -s -- --hub https://hub.example --token-file -',
  ],
  [
    'https://hub.lan:8000',
    PIN,
    `curl -fsS --insecure --pinnedpubkey 'sha256//UJ7rpYsFLMbLhLPne7i2n3SNIo+KR4kouKLNe3VykMk=' https://hub.lan:8000/agent/install.sh | sudo sh -s -- --hub https://hub.lan:8000 --pin ${PIN} --token-file -`,
  ],
  [
    'http://192.168.0.10:8000',
    undefined,
    'curl -fsS http://192.168.0.10:8000/agent/install.sh | sudo sh -s -- --hub http://192.168.0.10:8000 --allow-plain-http --token-file -',
  ],
  [
    'http://localhost:8000',
    undefined,
    'curl -fsS http://localhost:8000/agent/install.sh | sudo sh -s -- --hub http://localhost:8000 --token-file -',
  ],
])('the line to install an agent of %s with the pin %s', (url, pin, line) => {
  expect(installCommand({ url, pin })).toBe(line);
});

test('staff alone are told how agents reach the service', async () => {
  const app = await createTestApp({ environment: { PUBLIC_URL: 'https://vigia.test' } });
  const staff = await app.scriptAs('staff', { isStaff: true });
  expect((await staff.graphql('{ agentHub { url pin installCommand } }')).json()).toEqual({
    data: {
      agentHub: {
        url: 'https://vigia.test',
        pin: null,
        installCommand: installCommand({ url: 'https://vigia.test', pin: undefined }),
      },
    },
  });
  const member = await app.scriptAs('ana');
  expect((await member.graphql('{ agentHub { url } }')).text).toContain('FORBIDDEN');
});
