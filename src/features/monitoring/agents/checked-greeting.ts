import { visible } from '../../../shared/text/visible-text.js';
import type { HostFacts } from '../host/facts/host-facts.js';
import type { AgentGreeting } from './agent-intake.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Over three thousand years from 1970; minutes up to then fit into the column. */
const TIME_MAX_MS = 1e14;

const TEXT_MAX = 255;
const CORES_MAX = 65_536;

/**
 * Returns the greeting in a form that can be stored, with strings that every database accepts and numbers within range,
 * so that one agent cannot keep the data of all the others from being written.
 *
 * @throws {RangeError} if the instance is not a UUID or the clock is not a valid time.
 */
export function checkedGreeting(greeting: AgentGreeting): AgentGreeting {
  const { instance, version, facts, nowMs } = greeting;
  if (!UUID.test(instance)) throw new RangeError('The instance of an agent is not a UUID');
  if (!isTime(nowMs)) throw new RangeError('The clock of an agent is not a valid time');
  return { ...greeting, version: checkedText(version), facts: checkedFacts(facts) };
}

/** Whether a number is a plausible agent time, in ms since 1970. */
export function isTime(ms: number): boolean {
  return Math.abs(ms) <= TIME_MAX_MS;
}

/** Returns facts in a form that can be stored. */
export function checkedFacts(facts: HostFacts): HostFacts {
  const texts = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? checkedText(fact) : fact,
  ]);
  const { cores } = facts;
  const isKnown = Number.isInteger(cores) && cores >= 1 && cores <= CORES_MAX;
  return { ...Object.fromEntries(texts), cores: isKnown ? cores : 1 };
}

/** Returns a text in a form that can be stored and shown. */
export function checkedText(text: string): string {
  return visible(text.slice(0, TEXT_MAX).toWellFormed());
}
