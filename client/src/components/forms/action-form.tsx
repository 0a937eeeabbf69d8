import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { overallFailure, type useAction } from '../../lib/graphql/use-action';
import { Notice } from '../status/notice';

interface ActionFormProps {
  progress: ReturnType<typeof useAction>['progress'];
  /** Whether there is anything to send; highlights the button. */
  ready: boolean;
  /** Label of the button. */
  action: string;
  /** Message after success. */
  done: ReactNode;
  /** Shown beside the button, e.g. a way out of the form. */
  beside?: ReactNode;
  onSend(): void;
  children: ReactNode;
}

/**
 * A form submitted without leaving the page. The result is shown above the button, and the first invalid field gets
 * focus.
 */
export function ActionForm({ progress, ready, action, done, beside, onSend, children }: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const failed = progress.state === 'failed';
  const failure = overallFailure(progress);
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failed]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="form" ref={form} onSubmit={send} noValidate>
      {children}
      {failure && <Notice tone="bad">{failure}</Notice>}
      {progress.state === 'done' && <Notice tone="good">{done}</Notice>}
      <div className="actions">
        <button
          className={ready ? 'button button-primary' : 'button'}
          type="submit"
          aria-disabled={progress.state === 'busy'}
        >
          {action}
        </button>
        {beside}
      </div>
    </form>
  );
}
