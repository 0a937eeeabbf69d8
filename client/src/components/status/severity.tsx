import './severity.css';
import { type MessageKey, t } from '../../lib/i18n/t';

const words = {
  BAD: 'ui.severity.bad',
  WARNING: 'ui.severity.warning',
} as const satisfies Record<string, MessageKey>;

interface SeverityProps {
  severity: keyof typeof words;
  /** Whether it is past, and so no longer asks for anything. */
  isOver?: boolean;
}

/** A severity as a word with a shape and a colour; without the colour once it is over. */
export function Severity({ severity, isOver = false }: SeverityProps) {
  return (
    <span className="severity" data-severity={severity} data-over={isOver || undefined}>
      {t(words[severity])}
    </span>
  );
}
