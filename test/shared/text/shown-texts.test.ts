import { describe, expect, test } from 'vitest';
import { openIncident } from '../../support/alerts/alerts.js';
import { JOIN, openRoom } from '../../support/classroom.js';
import { createTestApp, PASSWORD } from '../../support/test-app.js';

const HIDDEN = ['\u202e', '\u200b', '\u3164', '\u115f'];

/** Every single-line text that one user types and others see: the operation, its variables, and the field at fault. */
const TEXTS: Readonly<Record<string, { query: string; variables: (text: string) => object; field: string }>> = {
  'the first name of a new account': {
    query: 'mutation ($input: RegisterInput!) { register(input: $input) { username } }',
    variables: (firstName) => ({
      input: { username: 'nova', email: 'nova@example.com', firstName, password1: PASSWORD, password2: PASSWORD },
    }),
    field: 'firstName',
  },
  'the own first name': {
    query: 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }',
    variables: (firstName) => ({ input: { firstName, email: 'chefe@example.com' } }),
    field: 'firstName',
  },
  'a note on an incident': {
    query: 'mutation ($note: String!) { acknowledgeIncident(id: "1", note: $note) { id } }',
    variables: (note) => ({ note }),
    field: 'note',
  },
  'a nickname': { query: JOIN, variables: (nickname) => ({ code: ROOM.code, nickname }), field: 'nickname' },
  'the name of a rule': {
    query: 'mutation ($input: AlertRuleInput!) { createAlertRule(input: $input) { id } }',
    variables: (name) => ({ input: { name, expression: 'cpu > 90' } }),
    field: 'name',
  },
  'a tag of a rule': {
    query: 'mutation ($input: AlertRuleInput!) { createAlertRule(input: $input) { id } }',
    variables: (tag) => ({ input: { name: 'x', expression: 'cpu > 90', tags: [tag] } }),
    field: 'tags',
  },
  'the reason of a silence': {
    query: 'mutation ($input: SilenceInput!) { silence(input: $input) { id } }',
    variables: (reason) => ({ input: { host: '1', reason, until: '2026-01-03T00:00:00Z' } }),
    field: 'reason',
  },
  'the name of a channel': {
    query: 'mutation ($input: ChannelInput!) { createChannel(input: $input) { id } }',
    variables: (name) => ({ input: { name, kind: 'SLACK', url: 'https://example.com/' } }),
    field: 'name',
  },
  'the name of a host': {
    query: 'mutation ($name: String!) { addHost(name: $name) { token } }',
    variables: (name) => ({ name }),
    field: 'name',
  },
  'a tag of a host': {
    query: 'mutation ($tag: String!) { addHost(name: "x", tags: [$tag]) { token } }',
    variables: (tag) => ({ tag }),
    field: 'tags',
  },
  'the name of a token': {
    query: 'mutation ($name: String!) { createPersonalAccessToken(name: $name, scopes: [READ]) { token } }',
    variables: (name) => ({ name }),
    field: 'name',
  },
  'the name of a passkey': {
    query: 'mutation ($name: String!) { renamePasskey(id: "1", name: $name) { id } }',
    variables: (name) => ({ name }),
    field: 'name',
  },
};

const ROOM = { code: '' };

describe('texts that others see', () => {
  test('are refused with characters that nobody sees, naming the field', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('chefe', { isStaff: true });
    await openIncident(app);
    ROOM.code = await openRoom(staff);
    for (const [what, { query, variables, field }] of Object.entries(TEXTS)) {
      for (const character of HIDDEN) {
        const as = what === 'the first name of a new account' ? app.browser() : staff;
        const answer = await as.graphql(query, variables(`Ana${character}x`));
        const { errors = [] } = answer.json<{ errors?: { extensions: { fields?: object } }[] }>();
        expect([what, Object.keys(errors[0]?.extensions.fields ?? { none: answer.text })]).toEqual([what, [field]]);
      }
    }
  });
});
