import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../../lib/graphql/failure-of';
import { say } from '../../../lib/i18n/say';
import { dashboardMessages } from '../dashboard.messages';
import { type AnalysisProgress, AnalysisState } from './analysis-state';

/** What would be sent for an analysis. */
export const AnalysisRequestQuery = graphql(`
  query AnalysisRequest {
    analysisRequest {
      host
      model
      sampledAt
      prompt
    }
  }
`);

const AnalysisQuery = graphql(`
  query Analysis($of: String) {
    analysis(of: $of) {
      available
      text
      sampledAt
    }
  }
`);

type AnalysisRequest = NonNullable<ResultOf<typeof AnalysisRequestQuery>['analysisRequest']>;

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

function Analysis({ request: { host, model, prompt, sampledAt }, onLook }: AnalysisProps) {
  const { progress, start, cancel } = useAnalysis();
  const [hasSent, setHasSent] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const asking = progress.state === 'asking';
  const send = () => {
    setHasSent(true);
    setOpen(false);
    // What is in view is what is sent.
    start(isOpen ? sampledAt : undefined);
  };
  const toggle = (open: boolean) => {
    if (open && !isOpen) onLook();
    setOpen(open);
  };
  return (
    <div className="analysis">
      <p className="hint">{say(dashboardMessages.analysisAbout, { model })}</p>
      <AnalysisState progress={progress} model={model} />
      <details open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
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
            onClick={hasSent || isOpen ? send : () => toggle(true)}
          >
            {say(isOpen && !hasSent ? dashboardMessages.sendAndAnalyse : dashboardMessages.analyse)}
          </button>
        )}
      </div>
    </div>
  );
}

/** One call at a time, which can be given up. */
function useAnalysis() {
  const client = useClient();
  const [progress, setProgress] = useState<AnalysisProgress>({ state: 'resting' });
  const giveUp = useRef(() => {});
  useEffect(() => () => giveUp.current(), []);
  const start = (of?: string) => {
    giveUp.current();
    setProgress({ state: 'asking', sinceMs: Date.now() });
    const query = client.query(AnalysisQuery, { of }, { requestPolicy: 'network-only' });
    const { unsubscribe } = query.subscribe(({ data, error, stale }) => {
      // The last answer is told again while the new one is on its way.
      if (stale) return;
      if (data) setProgress({ state: 'answered', ...data.analysis });
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
