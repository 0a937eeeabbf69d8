import { type ReactNode, useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/states';
import { failureOf } from '../../../lib/graphql/failure-of';
import { AnalysisPanel, AnalysisRequestQuery } from '../analysis/analysis-panel';
import { FindingsPanel, FindingsQuery } from './findings-panel';

/** Findings change slowly: they are requested again after so long at the earliest. */
const ASK_EVERY_MS = 30_000;

interface ExplanationsProps {
  /** When the newest sample was taken. */
  sampledAt: string | undefined;
  /** The part of the page below. */
  children: ReactNode;
}

/**
 * What explains the figures: the findings of Vigia itself, and the analysis by an AI. The part below is shown together
 * with them, so that nothing moves when they arrive.
 */
export function Explanations({ sampledAt, children }: ExplanationsProps) {
  const [findings, askFindings] = useQuery({ query: FindingsQuery, requestPolicy: 'cache-and-network' });
  const [request, askRequest] = useQuery({ query: AnalysisRequestQuery, requestPolicy: 'cache-and-network' });
  const askedAt = useRef(Date.now());
  useEffect(() => {
    if (sampledAt === undefined || Date.now() - askedAt.current < ASK_EVERY_MS) return;
    askedAt.current = Date.now();
    askFindings({ requestPolicy: 'network-only' });
  }, [sampledAt, askFindings]);

  const again = { requestPolicy: 'network-only' } as const;
  const error = findings.error ?? request.error;
  const known = findings.data && request.data && { ...findings.data, ...request.data };
  if (!known && !error) return <Loading lines={6} />;
  const retry = () => {
    askFindings(again);
    askRequest(again);
  };
  return (
    <>
      {known ? (
        <div className="panels">
          <FindingsPanel findings={known.findings} />
          <AnalysisPanel request={known.analysisRequest} onLook={() => askRequest(again)} />
        </div>
      ) : (
        error && <Failure text={failureOf(error).text} onRetry={retry} />
      )}
      {children}
    </>
  );
}
