import { useEffect, useRef, useState } from 'react';
import type { Finding } from './use-findings';

/**
 * Announces each critical finding to screen readers once, however often findings are refetched or their values change,
 * and again only after it has been gone.
 */
export function Announcements({ findings }: { findings: readonly Finding[] | undefined }) {
  const [text, setText] = useState('');
  const announced = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!findings) return;
    const critical = findings.filter(({ severity }) => severity === 'BAD');
    const news = critical.filter((finding) => !announced.current.has(keyOf(finding)));
    announced.current = new Set(critical.map(keyOf));
    if (news.length > 0) setText(news.map((finding) => finding.text).join(' '));
    // Cleared so that the same sentence is announced again if it returns.
    else if (critical.length === 0) setText('');
  }, [findings]);
  return (
    <p className="visually-hidden" aria-live="assertive" data-testid="announcement">
      {text}
    </p>
  );
}

function keyOf({ kind, measure }: Finding): string {
  return `${kind} ${measure}`;
}
