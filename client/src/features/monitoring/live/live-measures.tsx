import '../monitoring.css';
import type { ReactNode } from 'react';
import { useConnection } from '../../../lib/graphql/connection';
import { liveStatusOf } from './connection-state';
import { LiveStatus } from './live-status';
import { MeasureCard } from './measure-card';
import { measures } from './measures';
import type { LiveSample } from './use-sample';

interface LiveMeasuresProps {
  live: LiveSample;
  /** Without the details below the percentages. */
  brief?: boolean;
  /** Makes the background, from whether the figures are live. */
  scene?: (live: boolean) => ReactNode;
}

/** The three large figures of now, and whether they are live. */
export function LiveMeasures({ live, brief = false, scene }: LiveMeasuresProps) {
  const { sample, polling } = live;
  const state = liveStatusOf(useConnection(), polling);
  return (
    <>
      {scene?.(state === 'live')}
      <div className="live">
        <LiveStatus live={live} />
        <ul className="measures" data-brief={brief || undefined} data-stale={state === 'offline' || undefined}>
          {measures.map((measure) => (
            <MeasureCard key={measure.id} measure={measure} sample={sample} brief={brief} />
          ))}
        </ul>
      </div>
    </>
  );
}
