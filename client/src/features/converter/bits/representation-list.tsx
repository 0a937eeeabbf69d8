import type { Representation } from '../../../../../src/conversion/rules/representations';
import { say } from '../../../lib/i18n/say';
import { converterMessages } from '../converter.messages';
import { BitPattern } from './bit-pattern';

/** Several representations of a number, side by side. */
export function RepresentationList({ representations }: { representations: readonly Representation[] }) {
  return (
    <ul className="kept-list">
      {representations.map((kept) => (
        <li key={kept.kind}>
          <p className="kept-kind">{say(converterMessages.kinds[kept.kind])}</p>
          <p className="kept-bits figures">
            <BitPattern bits={kept.bits} signed={kept.kind !== 'UNSIGNED'} />
          </p>
          <p className="kept-number figures">
            <span className="quiet">{`0x${kept.hex} = `}</span>
            {kept.decimal}
          </p>
          <p className={kept.overflow ? 'kept-overflow' : 'hint'}>
            {say(kept.overflow ? converterMessages.doesNotFit : converterMessages.range, {
              minimum: kept.minimum,
              maximum: kept.maximum,
            })}
          </p>
        </li>
      ))}
    </ul>
  );
}
