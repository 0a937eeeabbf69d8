import type { AlertItem } from '../alert-item.js';
import type { ComparedFigure, Incident } from '../incidents/incident.entity.js';
import type { Atom } from '../rules/expression/atoms.js';
import type { HostFigures } from '../rules/host-figures.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import type { Values } from './live-state.js';

/** Path of the page that lists all incidents. Each incident has its own page below it. */
const INCIDENTS_PATH = '/sistema/alertas/';

/** The values a rule reads at one moment. */
export interface Reading {
  /** Values of the comparisons, or of all atoms. */
  readonly values: Values;
  /** Usage in percent of each file system that counts in `disk`, by mount path. */
  readonly disks: HostFigures['disks'];
}

interface ItemParts {
  readonly incident: Incident;
  readonly kind: 'fired' | 'repeated' | 'released';
  /** Current values of the comparisons; missing ones are unknown. */
  readonly values: Values;
  readonly publicUrl: string;
}

/**
 * Builds an item for the channel outbox. Its id depends only on the transition, so it is the same whichever process
 * queues it.
 */
export function buildItem({ incident, kind, values, publicUrl }: ItemParts): AlertItem {
  const { id, ruleName, severity, hostName, expression, forSeconds, comparisons, repeats } = incident;
  const { trueSince, startedAt, endedAt, endReason } = incident;
  const compared = JSON.parse(comparisons) as ComparedFigure[];
  return {
    id: kind === 'repeated' ? `${id}-${kind}-${repeats}` : `${id}-${kind}`,
    incidentId: id,
    kind,
    rule: ruleName,
    severity,
    host: hostName,
    expression,
    ...(trueSince && { trueSince: trueSince.toISOString() }),
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(endReason === 'NOT_MEASURED' && { endReason }),
    forSeconds,
    atoms: compared.map(({ text, unit, before, peak, fileSystem }, index) => ({
      ...{ text, unit, value: values[index] ?? null, before, peak },
      ...(fileSystem !== undefined && { fileSystem }),
    })),
    incidentUrl: `${publicUrl}${INCIDENTS_PATH}${id}/`,
  };
}

/** Picks the values of the comparisons from those of all atoms. Times of day have no value. */
export function comparedValues({ expression: { atoms } }: EvaluatedRule, values: Values): Values {
  return values.filter((_, index) => atoms[index]?.kind === 'comparison');
}

/** Returns the values of a rule's comparisons when it fires. */
export function comparedAtStart(
  rule: EvaluatedRule,
  { values, disks }: Reading,
  before: Values | null,
): ComparedFigure[] {
  const atStart = comparedValues(rule, values);
  const earlier = before && comparedValues(rule, before);
  return rule.expression.atoms
    .filter((atom) => atom.kind === 'comparison')
    .map((atom, index) => {
      const { text, unit } = atom;
      const value = atStart[index] ?? null;
      const figures = { before: earlier?.[index] ?? null, atStart: value, peak: value };
      return { text, unit, ...figures, ...shapeFileSystem(atom, disks) };
    });
}

/** Returns the file system a comparison reads: the one it names, or else the fullest. */
function shapeFileSystem(atom: Atom, disks: HostFigures['disks']): Pick<ComparedFigure, 'fileSystem'> {
  if (atom.kind !== 'comparison' || atom.quantity.name !== 'disk') return {};
  const [fullest] = [...disks].sort(([, a], [, b]) => b - a);
  const fileSystem = atom.quantity.path ?? fullest?.[0];
  return fileSystem === undefined ? {} : { fileSystem };
}

/** Updates peaks with current values: the highest for `>`, the lowest for `<`. */
export function withPeaks(
  compared: readonly ComparedFigure[],
  rule: EvaluatedRule,
  { values: present, disks }: Reading,
): readonly ComparedFigure[] {
  const comparisons = rule.expression.atoms.filter((atom) => atom.kind === 'comparison');
  let isSame = true;
  const peaked = compared.map((one, index) => {
    const value = present[index] ?? null;
    const comparison = comparisons[index];
    const isUp = comparison?.operator.startsWith('>') ?? true;
    if (value === null || (one.peak !== null && (isUp ? value <= one.peak : value >= one.peak))) return one;
    isSame = false;
    return { ...one, peak: value, ...(comparison && shapeFileSystem(comparison, disks)) };
  });
  return isSame ? compared : peaked;
}
