import './terms.css';
import type { ResultOf } from 'gql.tada';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useMutation, useQuery, useSubscription } from 'urql';
import { Page } from '../../components/page';
import { Prose } from '../../components/prose';
import { Empty, Failure, Loading } from '../../components/states';
import { failureOf } from '../../lib/graphql/failure-of';
import { dateFormat } from '../../lib/i18n/format';
import { say } from '../../lib/i18n/say';
import { useAcknowledgedVersion } from './acknowledged-version';
import { termsMessages as messages } from './terms.messages';
import { MarkTermsSeen, TermsChanged, TermsQuery } from './terms.operations';

type Terms = NonNullable<ResultOf<typeof TermsQuery>['terms']>;

/** `/termos/` (contract 6): the terms that are shown now. They change in place while the page is open. */
export function TermsPage() {
  const { terms, error, refetch, changed } = useTerms();
  useMarkSeen(terms ?? null);
  return (
    <Page title={say(messages.title)}>
      <div className="terms-state">
        {terms && <p className="terms-date">{dateOf(terms)}</p>}
        <p className="terms-changed" role="status">
          {changed && say(messages.changed)}
        </p>
      </div>
      {terms === undefined &&
        (error ? <Failure text={failureOf(error).text} onRetry={refetch} /> : <Loading lines={8} />)}
      {terms === null && <Empty title={say(messages.noneTitle)}>{say(messages.noneText)}</Empty>}
      {terms && <Prose html={terms.html} />}
    </Page>
  );
}

/** What is shown, asked for again whenever the server says that it is another. Undefined until it is there. */
function useTerms() {
  const [{ data, error, fetching }, execute] = useQuery({ query: TermsQuery, requestPolicy: 'cache-and-network' });
  const [{ data: pushed }] = useSubscription({ query: TermsChanged });
  const terms = data?.terms;
  const [initialState, setInitialState] = useState<string>();
  const currentState = terms === undefined ? undefined : stateOf(terms);
  const pushedState = pushed === undefined ? undefined : stateOf(pushed.termsChanged);
  // What the cache had may be of yesterday: the first answer of the server is what the reader began with.
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

/** The terms count as seen once they stand on a page that somebody can see. */
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

/** The day of the version, and that of its last change where it is another. */
function dateOf({ createdAt, updatedAt }: Terms): string {
  const days = dateFormat({ dateStyle: 'long' });
  const [date, edited] = [days.format(new Date(createdAt)), days.format(new Date(updatedAt))];
  return edited === date ? say(messages.version, { date }) : say(messages.edited, { date, edited });
}
