import { useId, useState } from 'react';
import { isSeed, SEED_MAX_LENGTH } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { levelTexts } from '../../../../../src/features/conversion/rules/exercises/level-text';
import { countExercises } from '../../../../../src/features/conversion/rules/exercises/mixed-sheet';
import { SHEET_VERSION } from '../../../../../src/features/conversion/rules/exercises/sheet';
import {
  type ExerciseKind,
  type ExerciseLevel,
  exerciseKinds,
  exerciseLevels,
} from '../../../../../src/features/conversion/rules/exercises/task';
import { type Notation, notations } from '../../../../../src/features/conversion/rules/logic/notation';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { notationOf } from '../../../components/exercises/notation-of';
import { type ShownSheet, withSeed } from '../../../components/exercises/sheet-address';
import { Choice } from '../../../components/forms/choice';
import { SelectField } from '../../../components/forms/select-field';
import { notationNames } from '../../../components/logic/notation-names';
import { asTyped } from '../../../lib/forms/as-typed';
import { t } from '../../../lib/i18n/t';
import { useMedia } from '../../../lib/page/use-media';
import { SheetParts } from './sheet-parts';

interface SheetChooserProps {
  sheet: ShownSheet;
  onChoose(sheet: ShownSheet): void;
  newSeed(): string;
}

/**
 * Selects a sheet by kind, level and seed, or by several kinds and a seed; the same gives a class the same sheet.
 * Collapsed on a phone.
 */
export function SheetChooser(props: SheetChooserProps) {
  const { sheet } = props;
  const hasRoom = useMedia('(width >= 700px)');
  if (hasRoom) return <Choices {...props} />;
  const names =
    'parts' in sheet
      ? [t('ui.practice.severalKinds'), t('ui.practice.exerciseCount', { count: countExercises(sheet.parts) })]
      : [t(exerciseKindNames[sheet.kind]), t('ui.practice.levelName', { level: sheet.level })];
  return (
    <details className="practice-chooser">
      <summary>{[...names, sheet.seed].join(' · ')}</summary>
      <Choices {...props} />
    </details>
  );
}

/** Value of the choice of several kinds, beside the kinds themselves. */
const SEVERAL = 'SEVERAL';

function Choices({ sheet, onChoose, newSeed }: SheetChooserProps) {
  return (
    <div className="practice-choices">
      <SelectField
        label={t('ui.practice.kindLabel')}
        name="exercise-kind"
        value={'parts' in sheet ? SEVERAL : sheet.kind}
        options={[
          ...exerciseKinds.map((kind) => ({ value: kind, label: t(exerciseKindNames[kind]) })),
          { value: SEVERAL, label: t('ui.practice.severalKinds') },
        ]}
        onChange={(kind) => onChoose(kind === SEVERAL ? ofSeveralKinds(sheet) : ofKind(sheet, kind as ExerciseKind))}
      />
      {'parts' in sheet ? (
        <SheetParts parts={sheet.parts} onChange={(parts) => onChoose({ ...sheet, parts })} />
      ) : (
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
      )}
      <NotationField sheet={sheet} onChoose={(notation) => onChoose({ ...sheet, notation })} />
      <SeedField
        key={sheet.seed}
        seed={sheet.seed}
        onOpen={(seed) => onChoose(withSeed(sheet, seed))}
        newSeed={newSeed}
      />
    </div>
  );
}

/** Exercises of each part in a new sheet of several kinds. */
const FIRST_COUNT = 5;

/** Begins a sheet of several kinds with the kind shown and the next one. */
function ofSeveralKinds(sheet: ShownSheet): ShownSheet {
  if ('parts' in sheet) return sheet;
  const { kind, level, seed, notation } = sheet;
  const next = exerciseKinds[(exerciseKinds.indexOf(kind) + 1) % exerciseKinds.length] ?? kind;
  const parts = [kind, next].map((one) => ({ kind: one, level, count: FIRST_COUNT }));
  return { parts, seed, notation };
}

function ofKind(sheet: ShownSheet, kind: ExerciseKind): ShownSheet {
  if (!('parts' in sheet)) return { ...sheet, kind };
  const { seed, notation } = sheet;
  return { kind, level: sheet.parts[0]?.level ?? 1, seed, version: SHEET_VERSION, notation };
}

/** Value of the notation while each kind of a sheet has its usual one. */
const USUAL = 'USUAL';

/** Chooses how expressions are written, in sheets that have any. */
function NotationField({ sheet, onChoose }: { sheet: ShownSheet; onChoose(notation: Notation | undefined): void }) {
  const kinds = 'parts' in sheet ? sheet.parts.map(({ kind }) => kind) : [sheet.kind];
  const usual = new Set(kinds.flatMap((kind) => notationOf(kind, undefined) ?? []));
  const [only] = usual;
  if (!only) return null;
  const named = notations.map((value) => ({ value: value as string, label: t(notationNames[value]) }));
  const options = usual.size > 1 ? [{ value: USUAL, label: t('ui.practice.usualNotations') }, ...named] : named;
  return (
    <SelectField
      label={t('ui.practice.notation')}
      name="exercise-notation"
      value={sheet.notation ?? (usual.size > 1 ? USUAL : only)}
      options={options}
      onChange={(chosen) => onChoose(chosen === USUAL ? undefined : (chosen as Notation))}
    />
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
