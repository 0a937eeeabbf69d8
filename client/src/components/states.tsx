import type { ReactNode } from 'react';
import { t } from '../lib/i18n/t';

/** There is nothing to show, and that is no failure. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Something is on its way: its place is kept, and screen readers are told. */
export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton">
      <p className="visually-hidden" role="status">
        {t('ui.core.components.loading')}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <span key={line} />
      ))}
    </div>
  );
}

interface FailureProps {
  /** What happened and what to do. */
  text: string;
  onRetry?: (() => void) | undefined;
}

/** Something could not be had; the way to try again stands beside the words. */
export function Failure({ text, onRetry }: FailureProps) {
  return (
    <div className="state" role="alert">
      <strong>{text}</strong>
      {onRetry && (
        <button className="button" type="button" onClick={onRetry}>
          {t('ui.core.components.tryAgain')}
        </button>
      )}
    </div>
  );
}
