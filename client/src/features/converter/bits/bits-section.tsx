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
import { say } from '../../../lib/i18n/say';
import { converterMessages } from '../converter.messages';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { BitSwitches } from './bit-switches';
import { RepresentationList } from './representation-list';

/** The bits of the number as switches, and its three binary representations. */
export function BitsSection({ state, number, onChange }: ConverterProps) {
  const { bits: width, signed } = state;
  return (
    <ConverterSection id="bits" title={say(converterMessages.bits)} about={say(converterMessages.bitsAbout)}>
      <div className="converter-choices">
        <Choice
          legend={say(converterMessages.width)}
          value={String(width)}
          options={BIT_WIDTHS.map((bits) => ({ value: String(bits), label: String(bits) }))}
          onChoose={(bits) => onChange({ bits: Number(bits) as BitWidth })}
        />
        <Choice
          legend={say(converterMessages.reading)}
          value={signed ? 'signed' : 'unsigned'}
          options={[
            { value: 'unsigned', label: say(converterMessages.readUnsigned) },
            { value: 'signed', label: say(converterMessages.readSigned) },
          ]}
          onChoose={(reading) => onChange({ signed: reading === 'signed' })}
        />
      </div>
      {number === undefined ? (
        <Empty title={say(converterMessages.noNumber)} />
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
          {say(converterMessages.overflow, {
            width,
            reading: say(converterMessages.kinds[shown.kind]).toLowerCase(),
            minimum: shown.minimum,
            maximum: shown.maximum,
            decimal: shown.decimal,
          })}
        </Notice>
      )}
      <h3>{say(converterMessages.kept)}</h3>
      <RepresentationList
        representations={[unsigned(number, width), twosComplement(number, width), signAndMagnitude(number, width)]}
      />
    </>
  );
}
