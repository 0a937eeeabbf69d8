import { describe, expect, test } from 'vitest';
import type { ServiceReport } from '../../src/app/service-report.js';
import { DOCTOR_HEADER, signDoctorTicket } from '../../src/shared/doctor-ticket.js';
import { Browser } from '../support/http/browser.js';
import { createTestApp, SECRET_KEY } from '../support/test-app.js';

describe('the report to the doctor (decision 099)', () => {
  test('says what arrived of the request, and nothing that is secret', async () => {
    const app = await createTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
    const ticket = signDoctorTicket(SECRET_KEY, new Date());
    const headers = { [DOCTOR_HEADER]: ticket, 'x-forwarded-for': '203.0.113.7, 127.0.0.1' };
    const answer = await new Browser(app.baseUrl, headers).get('/healthz');
    expect(answer.json<{ report: ServiceReport }>().report).toEqual({
      version: expect.any(String),
      nodeVersion: process.versions.node,
      timeZone: expect.any(String),
      memoryLimitBytes: process.constrainedMemory() < 2 ** 50 ? process.constrainedMemory() : null,
      now: expect.stringMatching(/^\d{4}-.*Z$/),
      publicUrl: 'http://vigia.test',
      trustProxy: ['127.0.0.1'],
      mailIsOn: false,
      request: { peer: '127.0.0.1', address: '203.0.113.7', forwardedFor: '203.0.113.7, 127.0.0.1' },
    });
    expect(answer.text).not.toContain(SECRET_KEY);
  });

  test('is for those who have the key; all others are told what they were before', async () => {
    const app = await createTestApp();
    for (const ticket of ['', 'x', signDoctorTicket(`${SECRET_KEY}x`, new Date())]) {
      const answer = await new Browser(app.baseUrl, { [DOCTOR_HEADER]: ticket }).get('/healthz');
      expect([answer.status, answer.json()]).toEqual([200, { status: 'ok' }]);
    }
  });
});
