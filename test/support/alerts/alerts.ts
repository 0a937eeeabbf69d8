import { expect } from 'vitest';
import { Incident } from '../../../src/features/alerts/incidents/incident.entity.js';
import { dataOf } from '../administration.js';
import type { Browser } from '../http/browser.js';
import type { TestApp } from '../test-app.js';

/** Opens an incident in a service's tables and publishes it to the subscribers. */
export async function openIncident(app: TestApp, changes: Partial<Incident> = {}): Promise<Incident> {
  const em = app.database.em.fork();
  const incident = em.create(Incident, {
    ruleId: 1,
    ruleName: 'Disco quase cheio',
    expression: 'disk > 90 %',
    severity: 'BAD',
    forSeconds: 300,
    hostNumber: 1,
    hostName: 'servidor',
    measure: 'diskPercent',
    comparisons: JSON.stringify([{ text: 'disk > 90 %', unit: 'percent', before: 89, atStart: 91, peak: 92 }]),
    startedAt: app.clock.now(),
    ...changes,
  });
  await em.persist(incident).flush();
  app.services.incidentFeed.note(incident.id);
  return incident;
}

/** A rule as accepted by `createAlertRule`; omitted fields have their defaults. */
export interface RuleFields {
  readonly name: string;
  readonly expression: string;
  readonly forSeconds?: number;
  readonly releaseSeconds?: number;
  readonly severity?: 'WARNING' | 'BAD';
  readonly hosts?: readonly string[];
  readonly tags?: readonly string[];
  readonly channels?: readonly string[];
  readonly repeatSeconds?: number;
  readonly isActive?: boolean;
  readonly timeZone?: string;
}

/** Creates a rule over GraphQL. @returns its id. */
export async function createRule(staff: Browser, input: RuleFields): Promise<string> {
  const { createAlertRule } = await dataOf<{ createAlertRule: { id: string } }>(
    staff,
    'mutation ($input: AlertRuleInput!) { createAlertRule(input: $input) { id } }',
    { input },
  );
  return createAlertRule.id;
}

/** Advances time sample by sample, evaluating each. */
export async function evaluateFor(app: TestApp, { seconds }: { readonly seconds: number }): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    await app.advance({ seconds: 1 });
    const { sampler, shown, alertEvaluator } = app.services;
    // PostgreSQL takes real time to store a sample.
    await expect.poll(() => shown.latest.sampledAt, { interval: 1 }).toBe(sampler.latest.sampledAt);
    await alertEvaluator.settled();
  }
}

/** Sets the host's CPU value; otherwise the fake host adds one percent at each reading. */
export function setCpu(app: TestApp, percent: number): void {
  app.host.reading = { ...app.host.reading, cpuPercent: percent };
}
