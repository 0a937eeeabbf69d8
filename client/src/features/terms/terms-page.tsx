import './terms.css';
import type { ResultOf } from 'gql.tada';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useMutation, useQuery, useSubscription } from 'urql';
import { Page } from '../../components/layout/page';
import { Prose } from '../../components/prose';
import { Empty, Failure, Loading } from '../../components/status/states';
import { describeFailure } from '../../lib/graphql/describe-failure';
import { dateFormat } from '../../lib/i18n/format';
import { t } from '../../lib/i18n/t';
import { useAcknowledgedVersion } from './acknowledged-version';
import { MarkTermsSeen, TermsChanged, TermsQuery } from './terms.operations';

type Terms = NonNullable<ResultOf<typeof TermsQuery>['terms']>;

/** The terms page, `/termos/` (contract 6), which updates in place when new terms are published. */
export function TermsPage() {
  const { terms, error, refetch, changed } = useTerms();
  useMarkSeen(terms ?? null);
  return (
    <Page title={t('ui.terms.title')}>
      <div className="terms-state">
        {terms && <p className="terms-date">{dateOf(terms)}</p>}
        <p className="terms-changed" role="status">
          {changed && t('ui.terms.changed')}
        </p>
      </div>
      {terms === undefined &&
        (error ? <Failure text={describeFailure(error).text} onRetry={refetch} /> : <Loading lines={8} />)}
      {terms === null && <Empty title={t('ui.terms.noneTitle')}>{t('ui.terms.noneText')}</Empty>}
      {terms && <Prose html={terms.html} />}
    </Page>
  );
}

/** Returns the current terms and refetches them whenever the server pushes a change. Undefined until loaded. */
function useTerms() {
  const [{ data, error, fetching }, execute] = useQuery({ query: TermsQuery, requestPolicy: 'cache-and-network' });
  const [{ data: pushed }] = useSubscription({ query: TermsChanged });
  const terms = data?.terms;
  const [initialState, setInitialState] = useState<string>();
  const currentState = terms === undefined ? undefined : stateOf(terms);
  const pushedState = pushed === undefined ? undefined : stateOf(pushed.termsChanged);
  // The cache may be outdated, so the first response from the server is what the reader is considered to have seen
  // first.
  if (initialState === undefined && currentState !== undefined && !fetching) setInitialState(currentState);

  useEffect(() => {
    if (pushedState !== undefined && currentState !== undefined && pushedState !== currentState && !fetching)
      execute({ requestPolicy: 'network-only' });
  }, [pushedState, currentState, fetching, execute]);
  return {
    terms,
    error,
    refetch: () => execute({ requestPolicy: 'network-only' }),
    changed: initialState !== undefined && currentState !== undefined && currentState !== initialState,
  };
}

function stateOf(terms: Pick<Terms, 'version' | 'updatedAt'> | null): string {
  return terms ? `${terms.version} ${terms.updatedAt}` : '';
}

/** Marks the terms as seen once they are displayed on a visible page. */
function useMarkSeen(terms: Terms | null): void {
  const [, mark] = useMutation(MarkTermsSeen);
  const [, acknowledge] = useAcknowledgedVersion();
  const visible = useSyncExternalStore(whenVisibilityChanges, () => document.visibilityState === 'visible');
  const version = terms?.version;
  const markSeen = useEffectEvent((seen: string) => {
    acknowledge(seen);
    if (terms?.seenAt === null) void mark({ version: seen });
  });
  useEffect(() => {
    if (version !== undefined && visible) markSeen(version);
  }, [version, visible]);
}

function whenVisibilityChanges(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Formats the date of the version, and of its last edit if that was on another day. */
function dateOf({ createdAt, updatedAt }: Terms): string {
  const days = dateFormat({ dateStyle: 'long' });
  const [date, edited] = [days.format(new Date(createdAt)), days.format(new Date(updatedAt))];
  return edited === date ? t('ui.terms.version', { date }) : t('ui.terms.edited', { date, edited });
}
