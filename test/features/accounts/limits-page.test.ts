import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OWN_CHANGES_A_DAY } from '../../../src/features/accounts/editing/account-changes.js';
import { TOKENS_OF_USER_MAX } from '../../../src/features/accounts/personal-tokens/personal-tokens.js';
import {
  REGISTRATIONS_A_DAY,
  REGISTRATIONS_AN_HOUR,
} from '../../../src/features/accounts/registration/registration-quota.js';
import { CHALLENGES_RECORDED } from '../../../src/features/accounts/second-factor/second-factor-watch.js';
import {
  RECOVERY_CODES_AN_HOUR,
  WRONG_APP_CODES_A_DAY,
} from '../../../src/features/accounts/second-factor/second-factors.js';
import { SESSION_SECONDS, SESSIONS_OF_USER_MAX } from '../../../src/features/accounts/sessions/sessions.js';
import { WRONG_SETUP_LINKS_AN_HOUR } from '../../../src/features/accounts/setup/staff-setup.js';
import { REFRESHES_A_MINUTE } from '../../../src/features/accounts/tokens/token-refresh.js';
import { FAILURES_MAX, RETENTION_DAYS } from '../../../src/platform/audit/audit-pruning.js';
import { FAILURE_LINES, FAILURE_SUMS, LINES_OF_A_KIND } from '../../../src/platform/audit/authentication-log.js';
import { ORIGINS_A_DAY, ROWS_A_DAY, SUM_MINUTES } from '../../../src/platform/audit/repeated-successes.js';
import {
  CALCULATIONS_A_MINUTE,
  CALCULATIONS_OF_ALL_A_MINUTE,
} from '../../../src/platform/graphql/limits/visitor-access.js';
import { STORED_NAME_MAX_BYTES } from '../../../src/shared/identity/username.js';
import { openTestDatabase, sqlite } from '../../support/databases/databases.js';

const page = readFileSync('docs/operations/limits.md', 'utf8').replaceAll(/\s+/g, ' ');
const figure = (number: number) => number.toLocaleString('en-GB');

describe('the page about limits', () => {
  test('names every table', async () => {
    const location = await sqlite.locate();
    const { em } = await openTestDatabase(location as NonNullable<typeof location>);
    const tables = [...em.getMetadata().getAll().values()].map(({ tableName }) => tableName);
    expect(tables.length).toBeGreaterThan(5);
    expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
  });

  test.each([
    ...REGISTRATIONS_AN_HOUR.map(
      (anHour, level) => `| ${figure(anHour)} an hour, ${figure(REGISTRATIONS_A_DAY[level] ?? 0)} a day |`,
    ),
    `from a /48; of all together | ${CALCULATIONS_A_MINUTE[0]} a minute; ${CALCULATIONS_A_MINUTE[1]}; ${figure(CALCULATIONS_A_MINUTE[2])}; ${figure(CALCULATIONS_OF_ALL_A_MINUTE)} |`,
    `right ones are never refused | ${WRONG_SETUP_LINKS_AN_HOUR[0]} an hour; ${WRONG_SETUP_LINKS_AN_HOUR[1]}; ${WRONG_SETUP_LINKS_AN_HOUR[2]} |`,
    `token refresh of one account | ${figure(REFRESHES_A_MINUTE)} a minute |`,
    `of each | ${figure(OWN_CHANGES_A_DAY)} a day |`,
    `| ${WRONG_APP_CODES_A_DAY} a day, from whatever addresses; ${RECOVERY_CODES_AN_HOUR} an hour |`,
    `\`second_factor_challenge\` an account has ${CHALLENGES_RECORDED} rows a day`,
    `| ${figure(SESSIONS_OF_USER_MAX)} a user, one more ends the oldest; gone after ${SESSION_SECONDS / 86_400} days |`,
    `${TOKENS_OF_USER_MAX} a user; an expired one is deleted after 30 days`,
    `at most ${STORED_NAME_MAX_BYTES} bytes of the name`,
    `gone after ${RETENTION_DAYS} days`,
    `the newest ${figure(FAILURES_MAX)} failures and as many locks`,
    `an account has ${ROWS_A_DAY} rows a day at each node, and one more for each of up to ${ORIGINS_A_DAY} addresses`,
    `one row every ${SUM_MINUTES} minutes`,
    `Names are kept up to ${STORED_NAME_MAX_BYTES} bytes.`,
    `The first ${LINES_OF_A_KIND} identical lines`,
    `at most ${FAILURE_LINES} lines of failures`,
    `at most ${FAILURE_SUMS} aggregates of failures`,
  ])('says "%s", as it is', (sentence) => {
    expect(page).toContain(sentence);
  });
});
