import type { ReactNode } from 'react';

interface NoticeProps {
  /** Whether it is about a success or a failure; `neutral` for neither. */
  tone?: 'good' | 'bad' | 'neutral';
  children: ReactNode;
}

/**
 * A message about something that has just happened. Screen readers announce a failure at once, others when they are
 * idle.
 */
export function Notice({ tone = 'neutral', children }: NoticeProps) {
  return (
    <div className={tone === 'neutral' ? 'notice' : `notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
