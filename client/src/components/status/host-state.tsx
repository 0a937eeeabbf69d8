import './host-state.css';
import { useAwaySince } from '../../lib/graphql/connection';
import { type FiringAlert, type HostCondition, type HostStateName, hostConditionOf } from './host-condition';

/** Returns the condition of a host, which depends on the connection to the server too. */
export function useHostCondition(
  state: HostStateName,
  seen: string | number | null | undefined,
  firing: readonly FiringAlert[] = [],
): HostCondition {
  const seenMs = typeof seen === 'string' ? Date.parse(seen) : (seen ?? undefined);
  return hostConditionOf({ state, seenMs, firing, awaySince: useAwaySince() });
}

interface HostStateProps {
  state: HostStateName;
  /** Time the host was last seen, as ISO 8601 or in milliseconds; null or undefined if never. */
  seen: string | number | null | undefined;
  /** Alerts that fire on it, where they are known. */
  firing?: readonly FiringAlert[] | undefined;
}

/** Condition of a host in words, with a shape beside them, and a colour. */
export function HostState({ state, seen, firing }: HostStateProps) {
  return <ConditionMark condition={useHostCondition(state, seen, firing)} />;
}

/** The first words of a condition with their shape; the rest is its `detail`. */
export function ConditionMark({ condition: { mark, words } }: { condition: HostCondition }) {
  return (
    <span className="host-state" data-state={mark}>
      {words}
    </span>
  );
}
