import './dialogs.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { overallFailure, type useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { rememberFocus } from '../../lib/page/remember-focus';
import { Notice } from '../status/notice';

interface ConfirmationDialogProps {
  /** The question, e.g. "Desativar ana?". */
  title: string;
  /** The consequences, including the account or domain affected. */
  text: string;
  /** Label of the button: the verb of the question; undefined if the children have a button in its place. */
  action: string | undefined;
  progress: ReturnType<typeof useAction>['progress'];
  onDo(): void;
  onClose(): void;
  /** Input fields, if the action needs more information. */
  children?: ReactNode;
  /** Whether all required input has been given. */
  ready?: boolean;
}

/**
 * Asks for confirmation of an irreversible action and shows its consequences. Stays open as long as it is rendered;
 * focus then returns to the previously focused element or, if that is gone, nearby. Focus starts on the first field to
 * type in or, without one, on the cancel button: pressing Enter twice must do nothing. After a failure, it moves to the first
 * invalid field.
 */
export function ConfirmationDialog({
  title,
  text,
  action,
  progress,
  onDo,
  onClose,
  children,
  ready = true,
}: ConfirmationDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const failed = progress.state === 'failed';
  const failure = overallFailure(progress);
  useEffect(() => {
    const { current } = dialog;
    const giveFocusBack = rememberFocus();
    current?.showModal();
    current?.querySelector<HTMLElement>('input:not([type=checkbox]), [data-cancel]')?.focus();
    return () => {
      current?.close();
      giveFocusBack();
    };
  }, []);
  useEffect(() => {
    if (failed) dialog.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failed]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onDo();
  };
  return (
    <dialog
      className="confirmation"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form className="form" onSubmit={send} noValidate>
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
        {children}
        {failure && <Notice tone="bad">{failure}</Notice>}
        <div className="actions">
          {action !== undefined && (
            <button className="button button-primary" type="submit" aria-disabled={!ready || progress.state === 'busy'}>
              {action}
            </button>
          )}
          <button className="button" type="button" data-cancel onClick={onClose}>
            {t('ui.lists.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
