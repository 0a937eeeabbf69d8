import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Notice } from '../../../components/notice';
import { failureOf } from '../../../lib/failure-of';
import { formatTime } from '../../../lib/format';
import { say } from '../../../lib/say';
import { dashboardMessages } from './dashboard.messages';

/** What would be sent for an analysis. */
export const AnalysisRequestQuery = graphql(`
  query AnalysisRequest {
    analysisRequest {
      host
      model
      prompt
    }
  }
`);

const AnalysisQuery = graphql(`
  query Analysis {
    analysis {
      available
      text
    }
  }
`);

type AnalysisRequest = NonNullable<ResultOf<typeof AnalysisRequestQuery>['analysisRequest']>;

type Progress =
  | { readonly state: 'resting' | 'cancelled' }
  | { readonly state: 'asking'; readonly sinceMs: number }
  | { readonly state: 'answered'; readonly available: boolean; readonly text: string; readonly at: Date }
  | { readonly state: 'failed'; readonly text: string };

interface AnalysisPanelProps {
  /** What would be sent; null where no AI is active. */
  request: AnalysisRequest | null;
  /** Fetches what would be sent of the newest figures. */
  onLook(): void;
}

/** What an AI says of the figures, when somebody asks for it; before the first time it is shown what would be sent. */
export function AnalysisPanel({ request, onLook }: AnalysisPanelProps) {
  return (
    <section className="panel" aria-labelledby="analysis">
      <h2 id="analysis">{say(dashboardMessages.analysis)}</h2>
      {request ? (
        <Analysis request={request} onLook={onLook} />
      ) : (
        <p className="hint">{say(dashboardMessages.analysisInactive)}</p>
      )}
    </section>
  );
}

interface AnalysisProps {
  request: AnalysisRequest;
  onLook(): void;
}

function Analysis({ request: { host, model, prompt }, onLook }: AnalysisProps) {
  const { progress, start, cancel } = useAnalysis();
  const [hasSent, setHasSent] = useState(false);
  const [looking, setLooking] = useState(false);
  const asking = progress.state === 'asking';
  const send = () => {
    setHasSent(true);
    setLooking(false);
    start();
  };
  const look = (open: boolean) => {
    if (open && !looking) onLook();
    setLooking(open);
  };
  return (
    <div className="analysis">
      <p className="hint">{say(dashboardMessages.analysisAbout, { model })}</p>
      <Answer progress={progress} model={model} />
      <details open={looking} onToggle={(event) => look(event.currentTarget.open)}>
        <summary>{say(dashboardMessages.whatIsSent, { host })}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="prompt" tabIndex={0} aria-label={say(dashboardMessages.whatIsSent, { host })}>
          <pre>{prompt}</pre>
        </section>
      </details>
      <div className="actions">
        {asking ? (
          <button className="button" type="button" onClick={cancel}>
            {say(dashboardMessages.cancel)}
          </button>
        ) : (
          <button
            className="button button-primary"
            type="button"
            onClick={hasSent || looking ? send : () => look(true)}
          >
            {say(looking && !hasSent ? dashboardMessages.sendAndAnalyse : dashboardMessages.analyse)}
          </button>
        )}
      </div>
    </div>
  );
}

function Answer({ progress, model }: { progress: Progress; model: string }) {
  switch (progress.state) {
    case 'resting':
      return null;
    case 'asking':
      return <Waiting sinceMs={progress.sinceMs} />;
    case 'cancelled':
      return <Notice>{say(dashboardMessages.cancelled)}</Notice>;
    case 'failed':
      return <Notice tone="bad">{progress.text}</Notice>;
    case 'answered':
      if (!progress.available) return <Notice>{progress.text}</Notice>;
      return (
        <div role="status">
          <p className="analysis-text">{progress.text}</p>
          <p className="hint">{say(dashboardMessages.analysedAt, { model, time: formatTime(progress.at) })}</p>
        </div>
      );
  }
}

/** That something is under way, said once; the seconds are for the eye. */
function Waiting({ sinceMs }: { sinceMs: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - sinceMs) / 1000)), 250);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return (
    <div className="analysis-waiting">
      <p role="status">{say(dashboardMessages.analysing)}</p>
      <div className="progress" aria-hidden="true">
        <span />
      </div>
      <p className="hint" aria-hidden="true">
        {say(dashboardMessages.elapsed, { seconds })}
      </p>
    </div>
  );
}

/** One call at a time, which can be given up. */
function useAnalysis() {
  const client = useClient();
  const [progress, setProgress] = useState<Progress>({ state: 'resting' });
  const giveUp = useRef(() => {});
  useEffect(() => () => giveUp.current(), []);
  const start = () => {
    setProgress({ state: 'asking', sinceMs: Date.now() });
    const query = client.query(AnalysisQuery, {}, { requestPolicy: 'network-only' });
    const { unsubscribe } = query.subscribe(({ data, error }) => {
      if (data) setProgress({ state: 'answered', ...data.analysis, at: new Date() });
      else if (error) setProgress({ state: 'failed', text: failureOf(error).text });
    });
    giveUp.current = unsubscribe;
  };
  const cancel = () => {
    giveUp.current();
    setProgress({ state: 'cancelled' });
  };
  return { progress, start, cancel };
}
