import './lists.css';
import { type ReactNode, useRef } from 'react';
import type { CombinedError } from 'urql';
import { describeFailure } from '../../lib/graphql/describe-failure';
import { t } from '../../lib/i18n/t';
import { Empty, Failure, Loading } from '../status/states';
import type { Pages } from './use-pages';

interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** The `ref` of an element that can receive focus when a row disappears. */
export type FocusTarget = (element: HTMLElement | null) => void;

interface RecordsProps<Item> {
  /** Accessible name of the list. */
  label: string;
  /** The current page; undefined until it has arrived. */
  page: Connection<Item> | undefined;
  error: CombinedError | undefined;
  onRetry(): void;
  pages: Pages;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** Renders the items as a `RecordTable` or `RecordList`, which gets focus when the reader changes pages. */
  children(items: readonly Item[], focusTarget: FocusTarget): ReactNode;
}

/** A paginated list, in each of its states. */
export function Records<Item>({ label, page, error, onRetry, pages, empty, children }: RecordsProps<Item>) {
  const shown = useRef<HTMLElement>(null);
  if (error && !page) return <Failure text={describeFailure(error).text} onRetry={onRetry} />;
  if (!page) return <Loading lines={5} />;
  if (page.nodes.length === 0 && pages.isFirst) {
    return typeof empty === 'string' ? <Empty title={empty} /> : empty;
  }
  return (
    <>
      {children(page.nodes, (element) => {
        shown.current = element;
      })}
      <PageButtons label={label} pageInfo={page.pageInfo} pages={pages} onTurn={() => shown.current?.focus()} />
    </>
  );
}

interface RecordListProps {
  label: string;
  focusTarget?: FocusTarget;
  children: ReactNode;
}

/** Wraps a `Record` for each item. */
export function RecordList({ label, focusTarget, children }: RecordListProps) {
  return (
    <ul className="records" ref={focusTarget} tabIndex={-1} aria-label={label}>
      {children}
    </ul>
  );
}

interface RecordProps {
  /** A few words that name the item. */
  title: ReactNode;
  /** State labels beside the title. */
  marks?: ReactNode;
  /** Additional short facts. */
  facts?: readonly ReactNode[];
  /** Buttons. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function Record({ title, marks, facts = [], actions, children }: RecordProps) {
  return (
    <li className="record">
      <div className="record-text">
        <p className="record-title">
          {title} {marks}
        </p>
        {facts.length > 0 && (
          <p className="record-facts hint">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other key and never move
              <span key={index}>{fact}</span>
            ))}
          </p>
        )}
        {children}
      </div>
      {actions && <div className="record-actions">{actions}</div>}
    </li>
  );
}

/** A short label for a state. */
export function Mark({
  tone = 'neutral',
  children,
}: {
  tone?: 'good' | 'warn' | 'bad' | 'neutral';
  children: ReactNode;
}) {
  return (
    <span className="mark" data-tone={tone}>
      {children}
    </span>
  );
}

interface PageButtonsProps {
  label: string;
  pageInfo: Connection<unknown>['pageInfo'];
  pages: Pages;
  onTurn(): void;
}

function PageButtons({ label, pageInfo: { endCursor, hasNextPage }, pages, onTurn }: PageButtonsProps) {
  if (pages.isFirst && !hasNextPage) return null;
  const turn = (go: () => void) => () => {
    go();
    onTurn();
  };
  return (
    <nav className="actions" aria-label={t('ui.lists.pages', { label })}>
      <button className="button" type="button" disabled={pages.isFirst} onClick={turn(pages.previous)}>
        {t('ui.lists.newer')}
      </button>
      <button
        className="button"
        type="button"
        disabled={!hasNextPage || endCursor === null}
        onClick={turn(() => endCursor !== null && pages.next(endCursor))}
      >
        {t('ui.lists.older')}
      </button>
    </nav>
  );
}
