import { shortTimestamp } from '../../../../lib/i18n/short-times';
import { type MessageKey, t } from '../../../../lib/i18n/t';
import type { RuleState } from '../rules.operations';

/** Maximum number of hosts shown; those where the rule fires come first. */
const SHOWN_MAX = 4;

interface RuleStatesProps {
  name: string;
  states: readonly RuleState[];
}

/** Shows the state of a rule on each host as a word, a shape and a colour. */
export function RuleStates({ name, states }: RuleStatesProps) {
  const rest = states.slice(SHOWN_MAX);
  return (
    <>
      <States
        label={t('ui.alertRules.statesOf', { name })}
        states={states.slice(0, SHOWN_MAX)}
        isOnly={states.length === 1}
      />
      {rest.length > 0 && (
        <details className="rule-more">
          <summary>{t('ui.alertRules.moreHosts', { count: rest.length })}</summary>
          <States label={t('ui.alertRules.moreHosts', { count: rest.length })} states={rest} isOnly={false} />
        </details>
      )}
    </>
  );
}

interface StatesProps {
  label: string;
  states: readonly RuleState[];
  /** A single host needs no name. */
  isOnly: boolean;
}

function States({ label, states, isOnly }: StatesProps) {
  if (states.length === 0) return null;
  return (
    <ul className="rule-states" aria-label={label}>
      {states.map(({ host, hostName, state, since, silencedUntil }) => (
        <li className="rule-state" key={host} data-state={state.toLowerCase()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={SHAPES[state]} />
          </svg>
          {!isOnly && <span className="rule-host">{hostName}</span>}
          <strong>{t(NAMES[state])}</strong>
          <span className="rule-since">{t('ui.alertRules.since', { moment: shortTimestamp(since) })}</span>
          {silencedUntil && (
            <span className="rule-since">{t('ui.alertRules.silenced', { moment: shortTimestamp(silencedUntil) })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A dot, a diamond, a triangle (as in the list of findings) and a ring. */
const SHAPES: Readonly<Record<RuleState['state'], string>> = {
  OK: 'M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10z',
  PENDING: 'M8 1 15 8 8 15 1 8z',
  FIRING: 'M8 1.500 15.500 14.500H.5z',
  UNKNOWN: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
};

const NAMES: Readonly<Record<RuleState['state'], MessageKey>> = {
  OK: 'ui.alertRules.state.OK',
  PENDING: 'ui.alertRules.state.PENDING',
  FIRING: 'ui.alertRules.state.FIRING',
  UNKNOWN: 'ui.alertRules.state.UNKNOWN',
};
