import {
  BIT_WIDTHS,
  type BitWidth,
} from '../../../../../src/features/conversion/rules/representations/representations';
import { Choice } from '../../../components/forms/choice';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { withWidth } from '../reading';

const AUTOMATIC = 'automatic';

/** Input for the width, which follows the number until the user chooses one. */
export function WidthChoice({ state, number, onChange }: Pick<ConverterProps, 'state' | 'number' | 'onChange'>) {
  const choose = (chosen: string) => {
    const width = chosen === AUTOMATIC ? null : (Number(chosen) as BitWidth);
    onChange(withWidth(width, number, state));
  };
  return (
    <Choice
      legend={t('ui.converterTab.width')}
      value={state.bitsChosen ? String(state.bits) : AUTOMATIC}
      options={[
        { value: AUTOMATIC, label: t('ui.converterTab.automatic') },
        ...BIT_WIDTHS.map((bits) => ({ value: String(bits), label: String(bits) })),
      ]}
      onChoose={choose}
    />
  );
}
