import './dialogs.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { overallFailure, type useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { rememberFocus } from '../../lib/page/remember-focus';
import { Notice } from '../status/notice';

interface ConfirmationDialogProps {
  /** The question, such as "Desativar ana?". */
  title: string;
  /** What will happen, and to which account or domain. */
  text: string;
  /** The label of the button that does it: the verb of the question. */
  action: string;
  progress: ReturnType<typeof useAction>['progress'];
  onDo(): void;
  onClose(): void;
  /** Fields, where it needs to know more. */
  children?: ReactNode;
  /** Whether all is given that it needs to know. */
  ready?: boolean;
}

/**
 * Asks for confirmation of something that cannot be undone, and shows what will happen. It is open as long as it is
 * rendered; the focus returns to where it was, or to what was around it. The first field has the focus, or else the
 * button that cancels: Enter pressed twice must do nothing. After a failure the first field at fault has it.
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
    current?.querySelector<HTMLElement>('input, [data-cancel]')?.focus();
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
          <button className="button button-primary" type="submit" aria-disabled={!ready || progress.state === 'busy'}>
            {action}
          </button>
          <button className="button" type="button" data-cancel onClick={onClose}>
            {t('ui.lists.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
