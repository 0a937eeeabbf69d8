import { AlertRule } from '../../features/alerts/alert-rule.entity.js';
import { AlertState } from '../../features/alerts/alert-state.entity.js';
import { Channel } from '../../features/alerts/channels/channel.entity.js';
import { buildItem } from '../../features/alerts/evaluation/alert-items.js';
import type { SavedState } from '../../features/alerts/evaluation/live-state.js';
import { type ComparedFigure, Incident } from '../../features/alerts/incidents/incident.entity.js';
import {
  parseAlertExpression,
  textOfAlertExpression,
} from '../../features/alerts/rules/expression/alert-expression.js';
import { type FigureUnit, figures } from '../../features/alerts/rules/figures.js';
import { Silence } from '../../features/alerts/silence.entity.js';
import { isUnreadable } from '../../features/conversion/rules/unreadable.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import { OutboxItem } from '../../platform/outbox/outbox-item.entity.js';
import { serverTimeZone } from '../../shared/units/units.js';
import type { DemoTexts } from '../demo-texts.js';
import { DAY_MS, MINUTE_MS } from '../machines/curves.js';
import type { InventedReadings } from '../machines/readings.js';
import {
  addedRules,
  DISK_CONDITION,
  DISK_FOR_SECONDS,
  DISK_RULE,
  type PastIncident,
  pastIncidents,
} from './invented-alerts.js';

const RELEASE_SECONDS = 300;

interface AlertsDeps {
  readonly texts: DemoTexts;
  readonly nowMs: number;
  readonly machines: readonly InventedReadings[];
  readonly staff: string;
  readonly publicUrl: string;
}

/** Writes rules, a channel, a silence, and incidents of two months, one of which is open. */
export async function writeAlerts(unit: UnitOfWork, deps: AlertsDeps): Promise<void> {
  const { texts, nowMs, staff } = deps;
  const channel = unit.create(Channel, {
    name: texts('demo.channel'),
    kind: 'NTFY',
    language: texts.language,
    settings: JSON.stringify({ host: 'ntfy.sh', topic: 'vigia-demo' }),
    ...changedLongAgo(nowMs),
  });
  const silence = unit.create(Silence, {
    ruleId: null,
    hostNumber: 3,
    reason: texts('demo.silence'),
    fromAt: new Date(nowMs - 50 * MINUTE_MS),
    untilAt: new Date(nowMs + 130 * MINUTE_MS),
    createdBy: staff,
  });
  await unit.persist([channel, silence]).flush();
  const rules = await writeRules(unit, channel.id, deps);
  for (const past of pastIncidents) {
    unit.persist(pastIncident(unit, past, { rule: findRule(rules, past.rule), ...deps }));
  }
  await unit.flush();
  await openIncident(unit, { rule: findRule(rules, DISK_RULE), channelId: channel.id, ...deps });
}

type Rules = ReadonlyMap<keyof typeof addedRules | number, AlertRule>;

/** Adapts the supplied rules and adds others. @returns the supplied ones by their ids, and the others by their keys. */
async function writeRules(unit: UnitOfWork, channelId: number, { texts, nowMs }: AlertsDeps): Promise<Rules> {
  const common = { channels: JSON.stringify([channelId]), ...changedLongAgo(nowMs) };
  const timeZone = serverTimeZone();
  const supplied = await unit.find(AlertRule, {});
  for (const rule of supplied) {
    Object.assign(rule, common, rule.id === DISK_RULE && { expression: DISK_CONDITION, forSeconds: DISK_FOR_SECONDS });
  }
  const added = Object.entries(addedRules).map(([key, { name, targets, ...facts }]) => {
    const rule = unit.create(AlertRule, {
      ...facts,
      ...common,
      name: texts(name),
      releaseSeconds: RELEASE_SECONDS,
      hosts: JSON.stringify(targets),
      repeatSeconds: 0,
      isActive: true,
      timeZone,
    });
    unit.persist(rule);
    return [key as keyof typeof addedRules, rule] as const;
  });
  await unit.flush();
  return new Map<keyof typeof addedRules | number, AlertRule>([
    ...supplied.map((rule) => [rule.id, rule] as const),
    ...added,
  ]);
}

function findRule(rules: Rules, key: keyof typeof addedRules | number): AlertRule {
  const rule = rules.get(key);
  if (!rule) throw new Error(`There is no rule ${key}`);
  return rule;
}

function changedLongAgo(nowMs: number) {
  const createdAt = new Date(nowMs - 400 * DAY_MS);
  return { createdAt, changedAt: createdAt };
}

interface IncidentDeps extends AlertsDeps {
  readonly rule: AlertRule;
}

function pastIncident(unit: UnitOfWork, past: PastIncident, { rule, nowMs, machines }: IncidentDeps): Incident {
  const startedAt = new Date(nowMs - past.agoMinutes * MINUTE_MS);
  const { text, comparisons, measure } = readExpression(rule.expression);
  const compared = comparisons.map((comparison, index): ComparedFigure => {
    const [before = null, atStart = null, peak = null] = past.values[index] ?? [];
    return { ...comparison, before, atStart, peak };
  });
  return unit.create(Incident, {
    ...factsOf(rule),
    expression: text,
    hostNumber: past.host,
    hostName: nameOfHost(machines, past.host),
    measure,
    comparisons: JSON.stringify(compared),
    trueSince: new Date(startedAt.getTime() - rule.forSeconds * 1000),
    startedAt,
    endedAt: new Date(startedAt.getTime() + past.minutes * MINUTE_MS),
    endReason: 'RELEASED',
  });
}

/** Writes the incident that is open at the start, and the state from which the rule goes on being evaluated. */
async function openIncident(
  unit: UnitOfWork,
  { rule, channelId, texts, nowMs, machines, staff, publicUrl }: IncidentDeps & { readonly channelId: number },
): Promise<void> {
  const [readings] = machines;
  if (!readings) return;
  const percentAt = (atMs: number) => {
    const { diskUsedBytes, diskTotalBytes } = readings.at(atMs);
    return Math.round((diskUsedBytes / diskTotalBytes) * 1000) / 10;
  };
  let trueMs = nowMs;
  while (percentAt(trueMs - MINUTE_MS) > 90) trueMs -= MINUTE_MS;
  const startedMs = Math.min(nowMs - MINUTE_MS, trueMs + rule.forSeconds * 1000);
  const { text, comparisons, measure } = readExpression(rule.expression);
  const [path] = readings.machine.disks.map((disk) => disk.path);
  const compared = comparisons.map((comparison): ComparedFigure => {
    if (comparison.unit !== 'percent') return { ...comparison, before: 2_400_000, atStart: 3_100_000, peak: 4_700_000 };
    const values = { before: 90, atStart: percentAt(startedMs), peak: percentAt(nowMs) };
    return { ...comparison, ...values, ...(path && { fileSystem: path }) };
  });
  const incident = unit.create(Incident, {
    ...factsOf(rule),
    expression: text,
    hostNumber: readings.machine.number,
    hostName: readings.machine.facts.name,
    measure,
    comparisons: JSON.stringify(compared),
    trueSince: new Date(trueMs),
    startedAt: new Date(startedMs),
    acknowledgedAt: new Date(Math.min(nowMs, startedMs + 22 * MINUTE_MS)),
    acknowledgedBy: staff,
    acknowledgementNote: texts('demo.note'),
    notifiedAt: new Date(startedMs),
    toldChannels: JSON.stringify([channelId]),
  });
  await unit.persist(incident).flush();
  // Its message is tried once the service runs, and refused like every other that would leave the demonstration.
  const values = compared.map(({ atStart }) => atStart);
  const item = buildItem({ incident, kind: 'fired', values, publicUrl });
  unit.persist(
    unit.create(OutboxItem, {
      channelId,
      itemId: item.id,
      incidentId: incident.id,
      severity: incident.severity,
      queuedAt: new Date(nowMs),
      content: JSON.stringify(item),
    }),
  );
  const memory: SavedState = {
    rule: {
      state: 'FIRING',
      isOpen: true,
      sinceMs: startedMs,
      trueSinceMs: trueMs,
      heldMs: 0,
      releasedMs: 0,
      lastAtMs: nowMs,
      lastResult: 'true',
    },
    before: null,
    revision: rule.revision,
  };
  const state = unit.create(AlertState, {
    ruleId: rule.id,
    hostNumber: readings.machine.number,
    state: 'FIRING',
    since: new Date(startedMs),
    memory: JSON.stringify(memory),
    incidentId: incident.id,
    transitions: 1,
  });
  await unit.persist(state).flush();
}

function factsOf({ id, name, severity, forSeconds }: AlertRule) {
  return { ruleId: id, ruleName: name, severity, forSeconds };
}

interface ReadExpression {
  readonly text: string;
  readonly comparisons: readonly { readonly text: string; readonly unit: FigureUnit }[];
  readonly measure: string | null;
}

function readExpression(text: string): ReadExpression {
  const expression = parseAlertExpression(text);
  if (isUnreadable(expression)) throw new Error(`A condition of the demonstration cannot be read: ${text}`);
  const comparisons = expression.atoms.filter((atom) => atom.kind === 'comparison');
  const [first] = comparisons;
  return {
    text: textOfAlertExpression(expression),
    comparisons: comparisons.map((atom) => ({ text: atom.text, unit: figures[atom.quantity.name].unit })),
    measure: first ? figures[first.quantity.name].measure : null,
  };
}

function nameOfHost(machines: readonly InventedReadings[], number: number): string {
  return machines.find(({ machine }) => machine.number === number)?.machine.facts.name ?? '';
}
