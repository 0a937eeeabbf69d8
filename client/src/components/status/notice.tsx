import type { ReactNode } from 'react';

interface NoticeProps {
  /** `warn` needs its reader, though nothing has failed; `neutral` is about neither success nor failure. */
  tone?: 'good' | 'warn' | 'bad' | 'neutral';
  children: ReactNode;
}

const CLASSES = {
  good: 'notice notice-good',
  warn: 'notice notice-warn',
  bad: 'notice notice-bad',
  neutral: 'notice',
};

/**
 * A message about something that just happened. Screen readers announce failures immediately and other messages when
 * idle.
 */
export function Notice({ tone = 'neutral', children }: NoticeProps) {
  return (
    <div className={CLASSES[tone]} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
