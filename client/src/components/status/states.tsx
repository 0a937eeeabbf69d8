import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t';

/** Empty state of a list or page. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Placeholder for content that is loading, with a message for screen readers. */
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
  /** Explains the failure and what to do. */
  text: string;
  onRetry?: (() => void) | undefined;
}

/** Reports that something could not be loaded, with a retry button. */
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
