import './practice.css';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { SHEET_VERSION } from '../../../../../src/features/conversion/rules/exercises/sheet';
import { formatSheet, parseSheet, readableSeed, sheetKey, withSeed } from '../../../components/exercises/sheet-address';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { RoomLinks } from './room-links';
import { Sheet } from './sheet';
import { SheetChooser } from './sheet-chooser';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query:
      '?keys=ui.practice,ui.prepared,ui.logic.notation,ui.logic.usualNotation,rules.exercise,rules.mistake,rules.expression',
    import: 'default',
  }),
);

/** Exercises, graded in the browser by the server's rules (contract 15). */
export default function PracticeSection({ state, onChange }: ConverterProps) {
  const { exercise, level, parts, seed, v, symbols } = state;
  const sheet = useMemo(
    () => parseSheet({ exercise, level, parts, seed, v, symbols }),
    [exercise, level, parts, seed, v, symbols],
  );
  const newSeed = () => readableSeed(t('ui.practice.seedWords'));
  const begin = useEffectEvent(() => onChange({ seed: newSeed(), v: String(SHEET_VERSION) }));
  useEffect(() => {
    if (sheet.seed === '') begin();
  }, [sheet.seed]);
  const choose = (chosen: typeof sheet) => onChange({ ...formatSheet(chosen), position: '1' });
  return (
    <ConverterSection id="practice" title={t('ui.practice.title')} about={t('ui.practice.about')}>
      <SheetChooser sheet={sheet} onChoose={choose} newSeed={newSeed} />
      {sheet.seed !== '' && (
        <Sheet
          key={sheetKey(sheet)}
          sheet={sheet}
          number={Number(state.position)}
          onNumber={(number) => onChange({ position: String(number) })}
          onNewSheet={() => choose(withSeed(sheet, newSeed()))}
        />
      )}
      <RoomLinks />
    </ConverterSection>
  );
}
