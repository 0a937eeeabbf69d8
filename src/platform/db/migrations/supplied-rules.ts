import { serverTimeZone } from '../../../shared/units/units.js';

/** Rules supplied with a new installation (contract 12): name, expression, `forSeconds`, severity. */
const suppliedRules = [
  ['Disco quase cheio', 'disk > 90 %', 300, 'BAD'],
  ['Memória quase esgotada', 'ram > 95 %', 600, 'BAD'],
  ['Carga alta', 'load1 > 2', 900, 'WARNING'],
  // The expression already includes the duration.
  ['Máquina sem dar sinal', 'away > 2 min', 0, 'BAD'],
] as const;

const RELEASE_SECONDS = 300;

/**
 * Returns the statements that insert the supplied rules. An installation that already has accounts has been running
 * without them, so it gets them switched off, with a notice to the staff.
 *
 * @param now the current time, in SQL.
 */
export function suppliedRulesSql(now: string): string[] {
  const timeZone = serverTimeZone();
  return suppliedRules.map(
    ([name, expression, forSeconds, severity]) => `insert into alert_rules
      (name, expression, for_seconds, release_seconds, severity, hosts, channels, repeat_seconds, is_active, time_zone,
       is_supplied, is_notice_due, revision, created_at, changed_at)
      select '${name}', '${expression}', ${forSeconds}, ${RELEASE_SECONDS}, '${severity}', '[]', '[]', 0,
       not exists (select 1 from users), '${timeZone}', true, exists (select 1 from users), 0, ${now}, ${now}`,
  );
}
