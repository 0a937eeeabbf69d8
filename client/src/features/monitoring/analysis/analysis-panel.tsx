import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';
import { type AnalysisProgress, AnalysisState } from './analysis-state';

/** The text that would be sent for an analysis, and its recipient. */
export const AnalysisRequestQuery = graphql(`
  query AnalysisRequest($host: ID) {
    analysisRequest(host: $host) {
      host
      model
      sampledAt
      prompt
    }
  }
`);

const AnalysisQuery = graphql(`
  query Analysis($of: DateTime, $host: ID) {
    analysis(of: $of, host: $host) {
      available
      text
      sampledAt
    }
  }
`);

type AnalysisRequest = NonNullable<ResultOf<typeof AnalysisRequestQuery>['analysisRequest']>;

interface AnalysisPanelProps {
  request: AnalysisRequest;
  /** Fetches the text for the newest sample. */
  onLook(): void;
}

/** AI analysis on request; before the first one, shows the text that would be sent. */
export function AnalysisPanel({ request, onLook }: AnalysisPanelProps) {
  return (
    <section className="panel" aria-labelledby="analysis">
      <h2 id="analysis">{t('ui.dashboard.analysis')}</h2>
      <Analysis request={request} onLook={onLook} />
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
    // Sends the text that the user is reading, even if newer samples have arrived.
    start(isOpen ? sampledAt : undefined);
  };
  const toggle = (open: boolean) => {
    if (open && !isOpen) onLook();
    setOpen(open);
  };
  return (
    <div className="analysis">
      <p className="hint">{t('ui.dashboard.analysisAbout', { model })}</p>
      <AnalysisState progress={progress} model={model} />
      <details open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
        <summary>{t('ui.dashboard.whatIsSent', { host })}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className="prompt" tabIndex={0} aria-label={t('ui.dashboard.whatIsSent', { host })}>
          <pre>{prompt}</pre>
        </section>
      </details>
      <div className="actions">
        {asking ? (
          <button className="button" type="button" onClick={cancel}>
            {t('ui.dashboard.cancel')}
          </button>
        ) : (
          <button
            className="button button-primary"
            type="button"
            onClick={hasSent || isOpen ? send : () => toggle(true)}
          >
            {t(isOpen && !hasSent ? 'ui.dashboard.sendAndAnalyse' : 'ui.dashboard.analyse')}
          </button>
        )}
      </div>
    </div>
  );
}

/** Requests an analysis, one at a time; a request can be cancelled. */
function useAnalysis() {
  const client = useClient();
  const host = useShownHost();
  const [progress, setProgress] = useState<AnalysisProgress>({ state: 'resting' });
  const abort = useRef(() => {});
  useEffect(() => () => abort.current(), []);
  const start = (of?: string) => {
    abort.current();
    setProgress({ state: 'asking', sinceMs: Date.now() });
    const query = client.query(AnalysisQuery, { of, host }, { requestPolicy: 'network-only' });
    const { unsubscribe } = query.subscribe(({ data, error, stale }) => {
      // urql repeats the previous result until the new one arrives.
      if (stale) return;
      if (data) setProgress({ state: 'answered', ...data.analysis });
      else if (error) setProgress({ state: 'failed', text: describeFailure(error).text });
    });
    abort.current = unsubscribe;
  };
  const cancel = () => {
    abort.current();
    setProgress({ state: 'cancelled' });
  };
  return { progress, start, cancel };
}
