import { useId, useState } from 'react';
import {
  isSeed,
  SEED_MAX_LENGTH,
  SHEET_VERSION,
} from '../../../../../src/features/conversion/rules/exercises/exercise';
import { levelTexts } from '../../../../../src/features/conversion/rules/exercises/level-text';
import {
  type ExerciseKind,
  type ExerciseLevel,
  exerciseKinds,
  exerciseLevels,
} from '../../../../../src/features/conversion/rules/exercises/task';
import { type Notation, notations } from '../../../../../src/features/conversion/rules/logic/notation';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { Choice } from '../../../components/forms/choice';
import { SelectField } from '../../../components/forms/select-field';
import { notationNames } from '../../../components/logic/notation-names';
import { asTyped } from '../../../lib/forms/as-typed';
import { t } from '../../../lib/i18n/t';
import { useMedia } from '../../../lib/page/use-media';
import { notationOf, type ShownSheet } from './sheet-address';

interface SheetChooserProps {
  sheet: ShownSheet;
  onChoose(sheet: ShownSheet): void;
  newSeed(): string;
}

/** Selects a sheet by kind, level and seed; the same seed gives a class the same sheet. Collapsed on a phone. */
export function SheetChooser(props: SheetChooserProps) {
  const { kind, level, seed } = props.sheet;
  const hasRoom = useMedia('(width >= 700px)');
  if (hasRoom) return <Choices {...props} />;
  return (
    <details className="practice-chooser">
      <summary>{[t(exerciseKindNames[kind]), t('ui.practice.levelName', { level }), seed].join(' · ')}</summary>
      <Choices {...props} />
    </details>
  );
}

function Choices({ sheet, onChoose, newSeed }: SheetChooserProps) {
  const notation = notationOf(sheet);
  return (
    <div className="practice-choices">
      <SelectField
        label={t('ui.practice.kindLabel')}
        name="exercise-kind"
        value={sheet.kind}
        options={exerciseKinds.map((kind) => ({ value: kind, label: t(exerciseKindNames[kind]) }))}
        onChange={(kind) => onChoose({ ...sheet, kind: kind as ExerciseKind })}
      />
      <div className="practice-level">
        <Choice
          legend={t('ui.practice.level')}
          value={String(sheet.level)}
          options={exerciseLevels.map((level) => ({
            value: String(level),
            label: t('ui.practice.levelName', { level }),
          }))}
          onChoose={(level) => onChoose({ ...sheet, level: Number(level) as ExerciseLevel })}
        />
        <p className="hint">{t(levelTexts[sheet.kind][sheet.level])}</p>
      </div>
      {notation && (
        <SelectField
          label={t('ui.practice.notation')}
          name="exercise-notation"
          value={notation}
          options={notations.map((value) => ({ value, label: t(notationNames[value]) }))}
          onChange={(chosen) => onChoose({ ...sheet, notation: chosen as Notation })}
        />
      )}
      <SeedField
        key={sheet.seed}
        seed={sheet.seed}
        onOpen={(seed) => onChoose({ ...sheet, seed, version: SHEET_VERSION })}
        newSeed={newSeed}
      />
    </div>
  );
}

interface SeedFieldProps {
  seed: string;
  onOpen(seed: string): void;
  newSeed(): string;
}

/** The sheet's seed: typing one opens that sheet, and the button opens a new one. */
function SeedField({ seed, onOpen, newSeed }: SeedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(seed);
  return (
    <form
      className="field practice-seed"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSeed(typed)) onOpen(typed);
      }}
    >
      <label htmlFor={id}>{t('ui.practice.seed')}</label>
      <div className="practice-seed-row">
        <input
          id={id}
          name="seed"
          value={typed}
          maxLength={SEED_MAX_LENGTH}
          {...asTyped}
          onChange={({ target }) => setTyped(target.value)}
        />
        {typed !== seed && isSeed(typed) ? (
          <button className="button" type="submit">
            {t('ui.practice.open')}
          </button>
        ) : (
          <button className="button" type="button" onClick={() => onOpen(newSeed())}>
            {t('ui.practice.newSheet')}
          </button>
        )}
      </div>
    </form>
  );
}
