import type { ReactNode } from 'react';

interface NoticeProps {
  /** `neutral` for neither success nor failure. */
  tone?: 'good' | 'bad' | 'neutral';
  children: ReactNode;
}

/** A message about something that has just happened. Screen readers announce failures immediately, others when idle. */
export function Notice({ tone = 'neutral', children }: NoticeProps) {
  return (
    <div className={tone === 'neutral' ? 'notice' : `notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
