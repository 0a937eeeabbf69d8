import { formatPercent } from '../../../lib/i18n/format';
import { formatBytes } from '../../../lib/i18n/format-data';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { formatClock } from './history/time-labels';
import { type ProcessPeak, useProcessPeaks } from './history/use-process-peaks';

/** Value to rank processes by: that of the chart they explain. */
export type ProcessRanking = 'cpuPercent' | 'ramBytes';

interface ProcessPeaksProps {
  /** Timestamp of the point, in seconds since 1970, and the length of its bucket. */
  at: number;
  stepSeconds: number;
  ranking: ProcessRanking;
  /** Whether screen readers announce the processes, as they do for keyboard users. */
  spoken: boolean;
}

/** Shows staff the cause of a peak: the five busiest processes at a point. Its height never changes. */
export function ProcessPeaks(props: ProcessPeaksProps) {
  const [{ isStaff }] = useViewer();
  return isStaff && <Processes {...props} />;
}

function Processes({ at, stepSeconds, ranking, spoken }: ProcessPeaksProps) {
  const peaks = useProcessPeaks(at, stepSeconds);
  const peak = peaks && busiestMinute(peaks, ranking);
  return (
    <div
      className="chart-processes"
      data-unknown={(peaks && !peak) || undefined}
      role={spoken ? 'status' : undefined}
      aria-hidden={!spoken}
    >
      {peaks && !peak && <p>{t('ui.dashboard.busiestUnknown')}</p>}
      {peak && (
        <>
          <p className="chart-reading-time">
            {t('ui.dashboard.busiest', { time: formatClock(Date.parse(peak.at) / 1000) })}
          </p>
          <ol>
            {peak.processes.map(({ name, cpuPercent, ramBytes }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several may share a name, so rank identifies them
              <li key={place}>
                <span>{name}</span>
                {ranking === 'cpuPercent' ? formatPercent(cpuPercent) : formatBytes(ramBytes)}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const SHOWN_MAX = 5;

/** Returns the minute in which the processes used the most, busiest process first. */
export function busiestMinute(peaks: readonly ProcessPeak[], ranking: ProcessRanking): ProcessPeak | undefined {
  const used = ({ processes }: ProcessPeak) => processes.reduce((sum, process) => sum + process[ranking], 0);
  const [busiest] = peaks.toSorted((a, b) => used(b) - used(a));
  return (
    busiest && {
      ...busiest,
      processes: busiest.processes.toSorted((a, b) => b[ranking] - a[ranking]).slice(0, SHOWN_MAX),
    }
  );
}
