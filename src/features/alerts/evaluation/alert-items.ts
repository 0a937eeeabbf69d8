import type { AlertItem } from '../alert-item.js';
import type { ComparedFigure, Incident } from '../incidents/incident.entity.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import type { Values } from './live-state.js';

/** The page of all incidents; each has a page of its own below it. */
const INCIDENTS_PATH = '/sistema/alertas/';

interface ItemParts {
  readonly incident: Incident;
  readonly kind: 'fired' | 'repeated' | 'released';
  /** Current values of the comparisons. */
  readonly values: Values;
  readonly publicUrl: string;
}

/** Builds an item for the channel outbox. Its id depends on the transition alone, whichever process queues it. */
export function itemOf({ incident, kind, values, publicUrl }: ItemParts): AlertItem {
  const { id, ruleName, severity, hostName, expression, startedAt, endedAt, forSeconds, comparisons, repeats } =
    incident;
  const compared = JSON.parse(comparisons) as ComparedFigure[];
  return {
    id: kind === 'repeated' ? `${id}-${kind}-${repeats}` : `${id}-${kind}`,
    incidentId: id,
    kind,
    rule: ruleName,
    severity,
    host: hostName,
    expression,
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    forSeconds,
    atoms: compared.map(({ text, unit, before }, index) => ({ text, unit, value: values[index] ?? null, before })),
    incidentUrl: `${publicUrl}${INCIDENTS_PATH}${id}/`,
  };
}

/** Returns the values of comparisons from those of all atoms: times of day have none. */
export function comparedValues({ expression: { atoms } }: EvaluatedRule, values: Values): Values {
  return values.filter((_, index) => atoms[index]?.kind === 'comparison');
}

/** Returns the figures of a rule's comparisons when it fires. */
export function comparedAtStart(rule: EvaluatedRule, values: Values, before: Values | null): ComparedFigure[] {
  const atStart = comparedValues(rule, values);
  const earlier = before && comparedValues(rule, before);
  return rule.expression.atoms
    .filter((atom) => atom.kind === 'comparison')
    .map(({ text, unit }, index) => {
      const value = atStart[index] ?? null;
      return { text, unit, before: earlier?.[index] ?? null, atStart: value, peak: value };
    });
}

/** Updates peaks from current values: the highest for `>`, the lowest for `<`. */
export function withPeaks(
  compared: readonly ComparedFigure[],
  rule: EvaluatedRule,
  present: Values,
): readonly ComparedFigure[] {
  const comparisons = rule.expression.atoms.filter((atom) => atom.kind === 'comparison');
  let isSame = true;
  const peaked = compared.map((one, index) => {
    const value = present[index] ?? null;
    const isUp = comparisons[index]?.operator.startsWith('>') ?? true;
    if (value === null || (one.peak !== null && (isUp ? value <= one.peak : value >= one.peak))) return one;
    isSame = false;
    return { ...one, peak: value };
  });
  return isSame ? compared : peaked;
}
