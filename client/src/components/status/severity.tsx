import './severity.css';
import { type MessageKey, t } from '../../lib/i18n/t';

const words = {
  BAD: 'ui.severity.bad',
  WARNING: 'ui.severity.warning',
} as const satisfies Record<string, MessageKey>;

/** A severity as a word with a shape and a colour. */
export function Severity({ severity }: { severity: keyof typeof words }) {
  return (
    <span className="severity" data-severity={severity}>
      {t(words[severity])}
    </span>
  );
}
