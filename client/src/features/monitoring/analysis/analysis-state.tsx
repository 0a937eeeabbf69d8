import { useEffect, useState } from 'react';
import { Notice } from '../../../components/status/notice';
import { formatTime } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

/** The state of an analysis; `sinceMs` is the time of the request, in milliseconds since 1970. */
export type AnalysisProgress =
  | { readonly state: 'resting' | 'cancelled' }
  | { readonly state: 'asking'; readonly sinceMs: number }
  | { readonly state: 'answered'; readonly available: boolean; readonly text: string; readonly sampledAt: string }
  | { readonly state: 'failed'; readonly text: string };

interface AnalysisStateProps {
  progress: AnalysisProgress;
  model: string;
}

/** Shows an analysis, its progress, or why it is unavailable. */
export function AnalysisState({ progress, model }: AnalysisStateProps) {
  switch (progress.state) {
    case 'resting':
      return null;
    case 'asking':
      return <Waiting sinceMs={progress.sinceMs} />;
    case 'cancelled':
      return <Notice>{t('ui.dashboard.cancelled')}</Notice>;
    case 'failed':
      return <Notice tone="bad">{progress.text}</Notice>;
    case 'answered':
      if (!progress.available) return <Notice>{progress.text}</Notice>;
      return (
        <div role="status">
          <p className="analysis-text">{progress.text}</p>
          <p className="hint">
            {t('ui.dashboard.analysedAt', { model, time: formatTime(new Date(progress.sampledAt)) })}
          </p>
        </div>
      );
  }
}

/** Announces once that the analysis is under way, but not the seconds as they count up. */
function Waiting({ sinceMs }: { sinceMs: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - sinceMs) / 1000)), 250);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return (
    <div className="analysis-waiting">
      <p role="status">{t('ui.dashboard.analysing')}</p>
      <div className="progress" aria-hidden="true">
        <span />
      </div>
      <p className="hint" aria-hidden="true">
        {t('ui.dashboard.elapsed', { seconds })}
      </p>
    </div>
  );
}
