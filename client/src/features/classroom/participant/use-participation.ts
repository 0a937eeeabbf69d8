import { useCallback, useEffect, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { useConnection } from '../../../lib/graphql/connection';
import { type OwnAnswer, type Participation, ParticipationPushed, ParticipationQuery } from './room.operations';

/** Polling interval while there is no live connection. */
const POLL_EVERY_MS = 5_000;

/** The participant's status: unknown, not joined, in the room, or no longer in it. */
export type Standing =
  | { readonly state: 'unknown' | 'outside' | 'over' }
  | { readonly state: 'inside'; readonly participation: Participation };

/** Returns the participation in a room, pushed or, while pushing is impossible, polled. */
export function useParticipation(code: string | undefined) {
  const client = useClient();
  const connection = useConnection();
  const [standing, setStanding] = useState<Standing>({ state: code === undefined ? 'outside' : 'unknown' });
  const isInside = standing.state === 'inside';

  const take = useCallback((participation: Participation | null | undefined, error: CombinedError | undefined) => {
    if (participation) setStanding({ state: 'inside', participation });
    // Any other failure may be temporary, so it changes nothing.
    else if (participation === null || isOut(error)) {
      setStanding(({ state }) => ({ state: state === 'inside' || state === 'over' ? 'over' : 'outside' }));
    }
  }, []);
  const ask = useCallback(async () => {
    if (code === undefined) return;
    const query = client.query(ParticipationQuery, { room: code }, { requestPolicy: 'network-only' });
    const { data, error } = await query.toPromise();
    take(error ? undefined : data?.participation, error);
  }, [client, code, take]);

  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    if (!isInside || code === undefined) return;
    const { unsubscribe } = client
      .subscription(ParticipationPushed, { room: code })
      .subscribe(({ data, error }) => take(error ? undefined : data?.roomExercise, error));
    return unsubscribe;
  }, [client, code, isInside, take]);

  const isLive = connection.state === 'live';
  useEffect(() => {
    if (!isInside) return;
    // The room may have ended while the page was hidden.
    const onVisible = () => document.hidden || void ask();
    document.addEventListener('visibilitychange', onVisible);
    const timer = isLive ? undefined : setInterval(() => void ask(), POLL_EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(timer);
    };
  }, [ask, isInside, isLive]);

  return {
    standing,
    isOffline: connection.state === 'offline',
    enter: (participation: Participation) => setStanding({ state: 'inside', participation }),
    leave: () => setStanding({ state: 'over' }),
    /** Shows the answer to an exercise if it is still the current one. */
    answered: (exercise: string, answer: OwnAnswer) =>
      setStanding((before) =>
        before.state === 'inside' && before.participation.exercise?.id === exercise
          ? { state: 'inside', participation: { ...before.participation, answer } }
          : before,
      ),
  };
}

/** Whether an error means that the caller is not in the room, or that the room is over. */
export function isOut(error: CombinedError | undefined): boolean {
  return !!error?.graphQLErrors.some(({ extensions: { code } }) => code === 'UNAUTHENTICATED' || code === 'NOT_FOUND');
}
