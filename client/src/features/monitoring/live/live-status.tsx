import './live-status.css';
import { useConnection } from '../../../lib/graphql/connection';
import { ConnectionState, liveStatusOf } from './connection-state';
import { SampleTime } from './sample-time';
import type { LiveSample } from './use-sample';

interface LiveStatusProps {
  live: LiveSample;
  /** Whether the host sends no samples, however well the server is connected. */
  away?: boolean;
}

/** Whether the figures are live, and of when they are. */
export function LiveStatus({ live: { sample, polling }, away = false }: LiveStatusProps) {
  const isOffline = liveStatusOf(useConnection(), polling) === 'offline';
  return (
    <div className="live-status">
      {!away && <ConnectionState polling={polling} />}
      {sample && <SampleTime sampledAt={sample.sampledAt} stale={away || isOffline} />}
    </div>
  );
}
