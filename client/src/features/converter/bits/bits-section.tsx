import './bits.css';
import type { ReactNode } from 'react';
import { formatWhole } from '../../../../../src/features/conversion/rules/bases/whole-number';
import {
  signAndMagnitude,
  twosComplement,
  unsigned,
} from '../../../../../src/features/conversion/rules/representations/representations';
import { Choice } from '../../../components/forms/choice';
import { Notice } from '../../../components/status/notice';
import { Empty } from '../../../components/status/states';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { withSign } from '../reading';
import { BitSwitches } from './bit-switches';
import { kindNames } from './kind-names';
import { RepresentationList } from './representation-list';
import { WidthChoice } from './width-choice';

/** Shows the bits of the number as switches and its three binary representations, followed by `children`. */
export function BitsSection({ children, ...props }: ConverterProps & { children?: ReactNode }) {
  const { state, number, onChange } = props;
  return (
    <ConverterSection id="bits" title={t('ui.bits.bits')} about={t('ui.bits.about')}>
      <div className="converter-choices">
        <WidthChoice {...props} />
        <Choice
          legend={t('ui.bits.reading')}
          value={state.signed ? 'signed' : 'unsigned'}
          options={[
            { value: 'unsigned', label: t('ui.bits.readUnsigned') },
            { value: 'signed', label: t('ui.bits.readSigned') },
          ]}
          onChoose={(reading) => onChange(withSign(reading === 'signed', number, state))}
        />
      </div>
      {number === undefined ? (
        <Empty title={t('ui.converterTab.noNumber')} />
      ) : (
        <NumberInBits state={state} number={number} onChange={onChange} />
      )}
      {children}
    </ConverterSection>
  );
}

function NumberInBits({ state, number, onChange }: Pick<ConverterProps, 'state' | 'onChange'> & { number: bigint }) {
  const { bits: width, signed } = state;
  const shown = signed ? twosComplement(number, width) : unsigned(number, width);
  // Keeps width and sign: switching off one bit must not remove others.
  const flip = (position: number) => {
    const flipped = BigInt(shown.decimal) ^ (1n << BigInt(position));
    const flippedNumber = signed ? BigInt.asIntN(width, flipped) : BigInt.asUintN(width, flipped);
    onChange({ value: formatWhole(flippedNumber, state.base) });
  };
  return (
    <>
      <BitSwitches bits={shown.bits} width={width} signed={signed} onFlip={flip} />
      {shown.overflow && (
        <Notice>
          {t('ui.bits.overflow', {
            width,
            reading: t(kindNames[shown.kind]).toLowerCase(),
            minimum: shown.minimum,
            maximum: shown.maximum,
            decimal: shown.decimal,
          })}
        </Notice>
      )}
      <h3>{t('ui.bits.kept')}</h3>
      <RepresentationList
        representations={[unsigned(number, width), twosComplement(number, width), signAndMagnitude(number, width)]}
      />
    </>
  );
}
