import './practice.css';
import { useEffect, useEffectEvent } from 'react';
import { SHEET_VERSION } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { RoomLinks } from './room-links';
import { Sheet } from './sheet';
import { formatSheet, parseSheet, readableSeed } from './sheet-address';
import { SheetChooser } from './sheet-chooser';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.practice,ui.logic.notation,ui.logic.usualNotation,rules.exercise,rules.mistake,rules.expression',
    import: 'default',
  }),
);

/** Exercises, graded in the browser by the server's rules (contract 15). */
export default function PracticeSection({ state, onChange }: ConverterProps) {
  const sheet = parseSheet(state);
  const newSeed = () => readableSeed(t('ui.practice.seedWords'));
  const begin = useEffectEvent(() => onChange({ seed: newSeed(), v: String(SHEET_VERSION) }));
  useEffect(() => {
    if (sheet.seed === '') begin();
  }, [sheet.seed]);
  return (
    <ConverterSection id="practice" title={t('ui.practice.title')} about={t('ui.practice.about')}>
      <SheetChooser
        sheet={sheet}
        onChoose={(chosen) => onChange({ ...formatSheet(chosen), position: '1' })}
        newSeed={newSeed}
      />
      {sheet.seed !== '' && (
        <Sheet
          key={[sheet.kind, sheet.level, sheet.seed, sheet.version].join(' ')}
          name={sheet}
          position={Number(state.position)}
          onPosition={(position) => onChange({ position: String(position) })}
          onNewSheet={() => onChange({ seed: newSeed(), v: String(SHEET_VERSION), position: '1' })}
        />
      )}
      <RoomLinks />
    </ConverterSection>
  );
}
