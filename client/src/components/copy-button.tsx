import { useEffect, useState } from 'react';
import { t } from '../lib/i18n/t';
import { Icon } from './icon';

interface CopyButtonProps {
  /** Describes the text to screen readers. */
  label: string;
  text: string;
  /** Visible label of the button; without one, the button shows only an icon. */
  children?: string;
}

const DONE_MS = 2000;

/** Copies text to the clipboard and announces success. */
export function CopyButton({ label, text, children }: CopyButtonProps) {
  const [copied, setCopied] = useState('');
  useEffect(() => {
    if (copied === '') return;
    const timer = setTimeout(() => setCopied(''), DONE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const done = copied !== '' && copied === text;
  return (
    <>
      <button
        className={children ? 'button button-small' : 'button button-icon'}
        type="button"
        aria-label={children ? `${children}: ${label}` : t('ui.core.components.copy', { label })}
        aria-disabled={text === '' || undefined}
        data-done={done || undefined}
        onClick={() => text !== '' && void copy(text).then((succeeded) => setCopied(succeeded ? text : ''))}
      >
        <Icon name={done ? 'tick' : 'copy'} />
        {children}
      </button>
      <span className="visually-hidden" role="status">
        {done && t('ui.core.components.copied')}
      </span>
    </>
  );
}

/** Browsers offer the clipboard API only over HTTPS and on localhost; elsewhere, this copies a selected text field. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const succeeded = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return succeeded;
}
