import './live-status.css';
import { useConnection } from '../../../lib/graphql/connection';
import { ConnectionState, liveStatusOf } from './connection-state';
import { SampleTime } from './sample-time';
import type { LiveSample } from './use-sample';

/** Whether the figures are live, and of when they are. */
export function LiveStatus({ live: { sample, polling } }: { live: LiveSample }) {
  const stale = liveStatusOf(useConnection(), polling) === 'offline';
  return (
    <div className="live-status">
      <ConnectionState polling={polling} />
      {sample && <SampleTime sampledAt={sample.sampledAt} stale={stale} />}
    </div>
  );
}
