import './number-strip.css';
import { Link } from 'wouter';
import { t } from '../../../lib/i18n/t';
import { NumberReadings } from './number-readings';

interface NumberStripProps {
  number: bigint;
  typedIn: number;
  other: number;
  /** Link to where the number can be edited. */
  href: string;
}

/** Shows the number on one line beside a tab whose own fields leave no room for the panel. */
export function NumberStrip({ href, ...reading }: NumberStripProps) {
  return (
    <div className="number-strip">
      <Link href={href}>{t('ui.converter.number')}</Link>
      <NumberReadings {...reading} />
    </div>
  );
}
