import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure, type OperationFailure } from '../../../lib/graphql/describe-failure';
import { RoomAnswersPushed } from '../classroom.operations';
import { type RoomState, withPushed } from './room-state';

/** Returns a room as pushed to its teacher, or why it cannot be pushed. */
export function useRoom(code: string): { state: RoomState | undefined; failure: OperationFailure | undefined } {
  const client = useClient();
  const [state, setState] = useState<RoomState>();
  const [failure, setFailure] = useState<OperationFailure>();
  useEffect(() => {
    const { unsubscribe } = client.subscription(RoomAnswersPushed, { room: code }).subscribe(({ data, error }) => {
      setFailure(error && describeFailure(error));
      // Updates from the previous state, because React must not skip a message.
      if (data) setState((before) => withPushed(before, data.roomAnswers));
    });
    return unsubscribe;
  }, [client, code]);
  return { state, failure };
}
