import './number-strip.css';
import { Link } from 'wouter';
import { t } from '../../../lib/i18n/t';
import { NumberReadings } from './number-readings';

interface NumberStripProps {
  number: bigint;
  typedIn: number;
  other: number;
  /** Where it can be changed. */
  href: string;
}

/** The number on one line, in sight beside a tab that has fields of its own and leaves no room for it. */
export function NumberStrip({ href, ...reading }: NumberStripProps) {
  return (
    <div className="number-strip">
      <Link href={href}>{t('ui.converter.number')}</Link>
      <NumberReadings {...reading} />
    </div>
  );
}
