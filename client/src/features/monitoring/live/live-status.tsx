import './live-status.css';
import { Suspense } from 'react';
import type { HostStateName } from '../../../components/status/host-condition';
import { useConnection } from '../../../lib/graphql/connection';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { ConnectionState, isArriving } from './connection-state';
import { SampleTime } from './sample-time';
import type { LiveSample } from './use-sample';

const fetchSilentHost = () => import('./silent-host');
/** Loaded on demand, because few hosts are silent. */
const SilentHost = lazyPart(fetchSilentHost);

interface LiveStatusProps {
  live: LiveSample;
  state: HostStateName;
  /** Whether the head of the page already shows the host's state. */
  hasHead?: boolean;
  /** Whether the page shows a fixed period in the past. */
  isPast?: boolean;
}

/**
 * Shows whether the readings are live, and their time. Readings count as live only if they are current and the host is
 * sending.
 */
export function LiveStatus({ live: { sample, polling }, state, hasHead = false, isPast = false }: LiveStatusProps) {
  const connection = useConnection();
  const isUp = connection.state === 'live' || connection.state === 'asking';
  const isSilent = isUp && state !== 'LIVE';
  return (
    <div className="live-status">
      {isUp && isPast && <p className="past-period">{t('ui.monitoring.past')}</p>}
      {isSilent && !isPast && !hasHead && (
        <Suspense>
          <SilentHost state={state} seen={sample?.sampledAt} />
        </Suspense>
      )}
      {!isSilent && !(isUp && isPast) && <ConnectionState polling={polling} />}
      {sample && !isPast && (
        <SampleTime sampledAt={sample.sampledAt} stale={isSilent || !isArriving(connection, polling)} />
      )}
    </div>
  );
}
