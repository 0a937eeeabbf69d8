import './period-line.css';
import { dateFormat } from '../../../lib/i18n/format';
import type { TimeSpan } from './time-window';

/** Maximum length of spans written with seconds. */
const SECONDS_SHOWN_MAX = 600;

/** Says which period the charts show when it is not the present, in full at any width. */
export function PeriodLine({ period }: { period: TimeSpan }) {
  return (
    <p className="period-line" role="status">
      {periodText(period)}
    </p>
  );
}

/** Formats a period with its dates: `21 de out. de 2026, 14:00 – 16:30`. */
export function periodText({ from, to }: TimeSpan): string {
  const timeStyle = to - from <= SECONDS_SHOWN_MAX ? 'medium' : 'short';
  return dateFormat({ dateStyle: 'medium', timeStyle }).formatRange(from * 1000, to * 1000);
}
