import './live-status.css';
import { useConnection } from '../../../lib/graphql/connection';
import { ConnectionState, liveStatusOf } from './connection-state';
import { SampleTime } from './sample-time';
import type { LiveSample } from './use-sample';

interface LiveStatusProps {
  live: LiveSample;
  /** Whether the host sends no samples, regardless of the connection to the server. */
  away?: boolean;
}

/** Shows whether the figures are live, and their time. */
export function LiveStatus({ live: { sample, polling }, away = false }: LiveStatusProps) {
  const isOffline = liveStatusOf(useConnection(), polling) === 'offline';
  return (
    <div className="live-status">
      {!away && <ConnectionState polling={polling} />}
      {sample && <SampleTime sampledAt={sample.sampledAt} stale={away || isOffline} />}
    </div>
  );
}
