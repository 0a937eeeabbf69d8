import {
  BIT_WIDTHS,
  type BitWidth,
  signAndMagnitude,
  twosComplement,
  unsigned,
} from '../../../../../src/conversion/rules/representations';
import { formatWhole } from '../../../../../src/conversion/rules/whole-number';
import { Choice } from '../../../components/choice';
import { Notice } from '../../../components/notice';
import { Empty } from '../../../components/states';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { BitSwitches } from './bit-switches';
import { kindNames } from './kind-names';
import { RepresentationList } from './representation-list';

/** The bits of the number as switches, and its three binary representations. */
export function BitsSection({ state, number, onChange }: ConverterProps) {
  const { bits: width, signed } = state;
  return (
    <ConverterSection id="bits" title={t('ui.converter.bits')} about={t('ui.converter.bitsAbout')}>
      <div className="converter-choices">
        <Choice
          legend={t('ui.converter.width')}
          value={String(width)}
          options={BIT_WIDTHS.map((bits) => ({ value: String(bits), label: String(bits) }))}
          onChoose={(bits) => onChange({ bits: Number(bits) as BitWidth })}
        />
        <Choice
          legend={t('ui.converter.reading')}
          value={signed ? 'signed' : 'unsigned'}
          options={[
            { value: 'unsigned', label: t('ui.converter.readUnsigned') },
            { value: 'signed', label: t('ui.converter.readSigned') },
          ]}
          onChoose={(reading) => onChange({ signed: reading === 'signed' })}
        />
      </div>
      {number === undefined ? (
        <Empty title={t('ui.converter.noNumber')} />
      ) : (
        <NumberInBits state={state} number={number} onChange={onChange} />
      )}
    </ConverterSection>
  );
}

function NumberInBits({ state, number, onChange }: ConverterProps & { number: bigint }) {
  const { bits: width, signed } = state;
  const shown = signed ? twosComplement(number, width) : unsigned(number, width);
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
          {t('ui.converter.overflow', {
            width,
            reading: t(kindNames[shown.kind]).toLowerCase(),
            minimum: shown.minimum,
            maximum: shown.maximum,
            decimal: shown.decimal,
          })}
        </Notice>
      )}
      <h3>{t('ui.converter.kept')}</h3>
      <RepresentationList
        representations={[unsigned(number, width), twosComplement(number, width), signAndMagnitude(number, width)]}
      />
    </>
  );
}
