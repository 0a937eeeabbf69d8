import type { ReactNode } from 'react';

interface NoticeProps {
  /** `neutral` is for messages about neither success nor failure. */
  tone?: 'good' | 'bad' | 'neutral';
  children: ReactNode;
}

/**
 * A message about something that just happened. Screen readers announce failures immediately and other messages when
 * idle.
 */
export function Notice({ tone = 'neutral', children }: NoticeProps) {
  return (
    <div className={tone === 'neutral' ? 'notice' : `notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
