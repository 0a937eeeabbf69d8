import '../monitoring.css';
import type { ReactNode } from 'react';
import { useConnection } from '../../../lib/graphql/connection';
import { ConnectionState, liveStatusOf } from './connection-state';
import { MeasureCard } from './measure-card';
import { measures } from './measures';
import { SampleTime } from './sample-time';
import type { LiveSample } from './use-sample';

interface LiveMeasuresProps {
  live: LiveSample;
  /** Without the details below the percentages. */
  brief?: boolean;
  /** Makes the background, from whether the figures are live. */
  scene?: (live: boolean) => ReactNode;
}

/** The three large figures of now, and whether they are live. */
export function LiveMeasures({ live: { sample, polling }, brief = false, scene }: LiveMeasuresProps) {
  const state = liveStatusOf(useConnection(), polling);
  return (
    <>
      {scene?.(state === 'live')}
      <div className="live">
        <div className="live-status">
          <ConnectionState polling={polling} />
          {sample && <SampleTime sampledAt={sample.sampledAt} />}
        </div>
        <ul className="measures" data-brief={brief || undefined} data-stale={state === 'offline' || undefined}>
          {measures.map((measure) => (
            <MeasureCard key={measure.id} measure={measure} sample={sample} brief={brief} />
          ))}
        </ul>
      </div>
    </>
  );
}
