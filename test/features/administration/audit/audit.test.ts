import { describe, expect, test } from 'vitest';
import { fillAuditTrail } from '../../../support/audit-rows.js';
import { parseCsv } from '../../../support/csv.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp } from '../../../support/test-app.js';

const FIELDS = 'id at event result door address username actor before after';
const trail = (first = 3) => `query ($after: String, $filter: AuditFilter) {
  auditTrail(first: ${first}, after: $after, filter: $filter) { nodes { ${FIELDS} } pageInfo { endCursor hasNextPage } }
}`;
const CSV = `query ($after: String, $filter: AuditFilter) {
  auditTrailCsv(after: $after, filter: $filter) { csv endCursor hasNextPage }
}`;

interface Part {
  readonly csv: string;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

async function readExport(staff: Browser, filter: object): Promise<{ parts: number; text: string }> {
  let text = '';
  for (let [parts, after] = [1, null as string | null]; ; parts += 1) {
    const answer = await staff.graphql(CSV, { filter, after });
    const part = answer.json<{ data: { auditTrailCsv: Part } }>().data.auditTrailCsv;
    text += part.csv;
    if (!part.hasNextPage) return { parts, text };
    after = part.endCursor;
  }
}

describe('the audit trail for staff (contract 2, /admin/)', () => {
  test('is for staff: others are rejected, visitors are not signed in', async () => {
    const app = await createTestApp();
    const operations = [
      `{ auditTrail { nodes { id } } }`,
      '{ auditEvent(id: "1") { id } }',
      '{ auditTrailCsv { csv } }',
    ];
    const statuses = await Promise.all(
      [app.browser(), await app.scriptAs('bia'), await app.scriptAs('ana', { isStaff: true })].flatMap((caller) =>
        operations.map(async (operation) => (await caller.graphql(operation)).status),
      ),
    );
    expect(statuses).toEqual([401, 401, 401, 403, 403, 403, 200, 200, 200]);
  });

  test('is read page by page, is searched by any spelling of a name, and shows one event in full', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    const now = app.clock.now().getTime();
    const long = JSON.stringify({ note: 'é'.repeat(600) });
    await fillAuditTrail(app.database, [
      { at: new Date(now - 4), username: 'Ana', result: 'failure' },
      { at: new Date(now - 3), username: 'bia' },
      { at: new Date(now - 2), username: 'ANA', event: 'staff_grant', actor: 'Chefe', before: long, after: '{}' },
      { at: new Date(now - 1), username: 'ａna' },
    ]);
    const ask = async (variables: object, first?: number) =>
      (await staff.graphql(trail(first), variables)).json<{
        data: {
          auditTrail: { nodes: Record<string, string>[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        };
      }>().data.auditTrail;
    const first = await ask({ filter: { username: ' aNA ' } }, 2);
    expect(first.nodes.map(({ username }) => username)).toEqual(['ａna', 'ANA']);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await ask({ filter: { username: 'ana' }, after: first.pageInfo.endCursor }, 2);
    expect(second.nodes).toEqual([
      {
        id: expect.stringMatching(/^AuditEvent:\d+$/),
        at: new Date(now - 4).toISOString(),
        event: 'LOGIN',
        result: 'FAILURE',
        door: 'FORM',
        address: '127.0.0.1',
        username: 'Ana',
        actor: '',
        before: null,
        after: null,
      },
    ]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const [grant] = (await ask({ filter: { event: 'STAFF_GRANT', actor: 'CHEFE', result: 'SUCCESS' } })).nodes;
    expect(grant?.before).toBe(`${long.slice(0, 500)}…`);
    const { data } = (await staff.graphql(`{ auditEvent(id: "${grant?.id}") { before after actor } }`)).json<{
      data: { auditEvent: object };
    }>();
    expect(data.auditEvent).toEqual({ before: long, after: '{}', actor: 'Chefe' });
    for (const id of ['99', '2147483648', '-1', 'x']) {
      expect((await staff.graphql(`{ auditEvent(id: "${id}") { id } }`)).json()).toEqual({
        data: { auditEvent: null },
      });
    }
  });

  test('what is no filter, page or cursor is rejected by name', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    const wrong = await staff.graphql(trail(), { filter: { from: 'ontem', to: '2026-01-01T00:00:00' } });
    expect(wrong.json<{ errors: { extensions: { fields: object } }[] }>().errors[0]?.extensions.fields).toEqual({
      from: [expect.stringContaining('fuso')],
      to: [expect.stringContaining('fuso')],
    });
    const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
    expect((await staff.graphql('{ auditTrail(first: 0) { nodes { id } } }')).status).toBe(400);
    expect((await staff.graphql('{ auditTrail(first: 100) { nodes { id } } }')).status).toBe(200);
    expect((await staff.graphql('{ auditTrail(first: 101) { nodes { id } } }')).status).toBe(400);
    const rejected = [
      { after: 'x' },
      { after: cursor(['a', 1]) },
      { after: cursor([Number.MAX_SAFE_INTEGER, 1]) },
      { after: cursor([-1, 1]) },
      { filter: { event: 'login' } },
      { filter: { username: 'a\0b' } },
      { filter: { actor: '\ud800' } },
    ];
    for (const variables of rejected) expect((await staff.graphql(trail(), variables)).status).toBe(400);
    const extremes = [
      { after: cursor([253_402_300_799_999, Number.MAX_SAFE_INTEGER]) },
      { after: cursor([0, Number.MIN_SAFE_INTEGER]) },
      { filter: { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' } },
    ];
    for (const variables of extremes) expect((await staff.graphql(trail(), variables)).status).toBe(200);
  });

  test('comes as CSV in parts that make one file, with the names of the columns once', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    const rows = await fillAuditTrail(
      app.database,
      Array.from({ length: 2001 }, (_, index) => ({
        at: new Date(app.clock.now().getTime() + index),
        username: index % 2 ? '=1+1' : 'ana, "bia"\r\n',
        after: index === 1500 ? `{"x":"${'y'.repeat(40_000)}"}` : null,
      })),
    );
    const { parts, text } = await readExport(staff, {});
    const [header, ...lines] = parseCsv(text);
    expect(parts).toBe(3);
    expect(header?.[0]).toBe('id');
    expect(lines.map(([id]) => Number(id))).toEqual(rows.map(({ id }) => id).reverse());
    expect(new Set(lines.map(([, , , , , , username]) => username))).toEqual(new Set(["'=1+1", 'ana, "bia"\r\n']));
    expect(Math.max(...lines.map((line) => line[9]?.length ?? 0))).toBe(30_001);
    expect(await readExport(staff, { username: 'nobody' })).toEqual({ parts: 1, text: `${text.split('\r\n')[0]}\r\n` });
  });

  test('a part of it is more work than two of an operation may be', async () => {
    const app = await createTestApp();
    const staff = await app.scriptAs('chefe', { isStaff: true });
    expect((await staff.graphql('{ a: auditTrailCsv { csv } b: auditTrailCsv { csv } }')).status).toBe(400);
    // One operation can list ninety events with all their fields; adding a second list exceeds the limit.
    const list = (name: string) => `${name}: auditTrail(first: 90) { nodes { ${FIELDS} } }`;
    expect((await staff.graphql(`{ ${list('a')} }`)).status).toBe(200);
    expect((await staff.graphql(`{ ${list('a')} ${list('b')} }`)).status).toBe(400);
  });
});
