import './host-state.css';
import { useAwaySince } from '../../lib/graphql/connection';
import { type FiringAlert, type HostCondition, type HostStateName, hostConditionOf } from './host-condition';

/** Returns the condition of a host, which also depends on the connection to the server. */
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
  /** Alerts firing on it, where known. */
  firing?: readonly FiringAlert[] | undefined;
}

/** A host's condition in words, with a shape and a colour. */
export function HostState({ state, seen, firing }: HostStateProps) {
  return <ConditionMark condition={useHostCondition(state, seen, firing)} />;
}

/** Shows the first words of a condition with its shape; the rest is in `detail`. */
export function ConditionMark({ condition: { mark, words } }: { condition: HostCondition }) {
  return (
    <span className="host-state" data-state={mark}>
      {words}
    </span>
  );
}
