import type { ReactNode } from 'react';

interface NoticeProps {
  /** How it went; `neutral` where there is nothing to judge. */
  tone?: 'good' | 'bad' | 'neutral';
  children: ReactNode;
}

/** Word of something that has just happened. A failure is said to screen readers at once, anything else when they pause. */
export function Notice({ tone = 'neutral', children }: NoticeProps) {
  return (
    <div className={tone === 'neutral' ? 'notice' : `notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
