import './monitoring.css';
import { useConnection } from '../../lib/connection';
import { ConnectionState } from './connection-state';
import { MeasureCard } from './measure-card';
import { measures } from './measures';
import { SampleTime } from './sample-time';
import { useSample } from './use-sample';

/** The three measures of the host as they are now, and how fresh they are; `brief` for a glance. */
export function LiveMeasures({ brief = false }: { brief?: boolean }) {
  const sample = useSample();
  const { state } = useConnection();
  return (
    <div className="live">
      <div className="live-status">
        <ConnectionState />
        {sample && <SampleTime sampledAt={sample.sampledAt} />}
      </div>
      <ul className="measures" data-brief={brief || undefined} data-stale={state === 'offline' || undefined}>
        {measures.map((measure) => (
          <MeasureCard key={measure.id} measure={measure} sample={sample} brief={brief} />
        ))}
      </ul>
    </div>
  );
}
