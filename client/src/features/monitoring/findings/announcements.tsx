import { useEffect, useRef, useState } from 'react';
import type { Finding } from './use-findings';

/**
 * Has screen readers announce each critical finding once, however often the findings are asked for and however its
 * figures change; again only if it was gone in between.
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
    // So that the same sentence is news when it comes again.
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
