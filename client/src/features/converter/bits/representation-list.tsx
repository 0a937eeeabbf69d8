import type { Representation } from '../../../../../src/conversion/rules/representations';
import { t } from '../../../lib/i18n/t';
import { BitPattern } from './bit-pattern';
import { kindNames } from './kind-names';

/** Several representations of a number, side by side. */
export function RepresentationList({ representations }: { representations: readonly Representation[] }) {
  return (
    <ul className="kept-list">
      {representations.map((kept) => (
        <li key={kept.kind}>
          <p className="kept-kind">{t(kindNames[kept.kind])}</p>
          <p className="kept-bits figures">
            <BitPattern bits={kept.bits} signed={kept.kind !== 'UNSIGNED'} />
          </p>
          <p className="kept-number figures">
            <span className="quiet">{`0x${kept.hex} = `}</span>
            {kept.decimal}
          </p>
          <p className={kept.overflow ? 'kept-overflow' : 'hint'}>
            {t(kept.overflow ? 'ui.converter.doesNotFit' : 'ui.converter.range', {
              minimum: kept.minimum,
              maximum: kept.maximum,
            })}
          </p>
        </li>
      ))}
    </ul>
  );
}
