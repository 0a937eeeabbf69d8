import type { Representation } from '../../../../../src/features/conversion/rules/representations/representations';
import { t } from '../../../lib/i18n/t';
import { BitPattern } from './bit-pattern';
import { kindNames } from './kind-names';

export function RepresentationList({ representations }: { representations: readonly Representation[] }) {
  return (
    <ul className="representations">
      {representations.map((representation) => (
        <li key={representation.kind}>
          <p className="representation-kind">{t(kindNames[representation.kind])}</p>
          <p className="representation-bits figures">
            <BitPattern bits={representation.bits} signed={representation.kind !== 'UNSIGNED'} />
          </p>
          <p className="representation-number figures">
            <span className="quiet">{`0x${representation.hex} = `}</span>
            {representation.decimal}
          </p>
          <p className={representation.overflow ? 'representation-overflow' : 'hint'}>
            {t(representation.overflow ? 'ui.bits.doesNotFit' : 'ui.bits.range', {
              minimum: representation.minimum,
              maximum: representation.maximum,
            })}
          </p>
        </li>
      ))}
    </ul>
  );
}
