import { useId, useMemo, useState } from 'react';
import { type Exercise, exerciseSheet } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { CopyButton } from '../../../components/copy-button';
import { Choice } from '../../../components/forms/choice';
import { t } from '../../../lib/i18n/t';
import { ExerciseCard } from './exercise-card';
import { ExerciseNav } from './exercise-nav';
import { PrintButtons } from './print-buttons';
import { notationOf, type ShownSheet, sheetLink } from './sheet-address';
import { SheetSummary } from './sheet-summary';
import { useProgress } from './use-progress';

interface SheetProps {
  name: ShownSheet;
  position: number;
  onPosition(position: number): void;
  onNewSheet(): void;
}

/** Shows the exercises of a sheet, one at a time or all at once, with the result of each. */
export function Sheet({ name, position, onPosition, onNewSheet }: SheetProps) {
  const id = useId();
  const { kind, level, seed, version } = name;
  const notation = notationOf(name);
  const { exercises } = useMemo(
    () => exerciseSheet({ kind, level, seed, version }, notation),
    [kind, level, seed, version, notation],
  );
  const progress = useProgress(name);
  const [isWhole, setWhole] = useState(false);
  const [focus, setFocus] = useState<number | null>(null);
  const current = exercises.find((exercise) => exercise.position === position) ?? exercises[0];
  const isOpen = (at: number) => !progress.attemptAt(at).isSolved && !progress.attemptAt(at).isShown;
  const open = exercises.filter((exercise) => isOpen(exercise.position));
  const goTo = (next: number) => {
    onPosition(next);
    setFocus(next);
  };
  const goOn = (from: number) => {
    const next = open.find((exercise) => exercise.position > from) ?? open.find(({ position: at }) => at !== from);
    if (next) goTo(next.position);
    else document.getElementById(`${id}-summary`)?.focus();
  };
  return (
    <div className="practice-sheet">
      <ExerciseNav
        exercises={exercises}
        current={isWhole ? undefined : current?.position}
        attemptAt={progress.attemptAt}
        onChoose={goTo}
      />
      <ol className="practice-exercises">
        {exercises
          .filter((exercise) => isWhole || exercise === current)
          .map((exercise) => (
            <li key={exercise.position}>
              <ExerciseCard
                exercise={exercise}
                attempt={progress.attemptAt(exercise.position)}
                isAlone={!isWhole}
                hasFocus={focus === exercise.position}
                hasNext={open.some(({ position: at }) => at !== exercise.position)}
                onChange={(changes) => progress.change(exercise.position, changes)}
                onNext={() => goOn(exercise.position)}
              />
            </li>
          ))}
      </ol>
      <SheetSummary
        id={`${id}-summary`}
        attempts={exercises.map((exercise) => progress.attemptAt(exercise.position))}
        onRestart={() => {
          progress.restart();
          goTo(1);
        }}
        onNewSheet={onNewSheet}
      />
      <SheetTools name={name} exercises={exercises} isWhole={isWhole} onWhole={setWhole} />
    </div>
  );
}

interface SheetToolsProps {
  name: ShownSheet;
  exercises: readonly Exercise[];
  isWhole: boolean;
  onWhole(isWhole: boolean): void;
}

/** View options of the sheet, and ways to share it: as a link or on paper. */
function SheetTools({ name, exercises, isWhole, onWhole }: SheetToolsProps) {
  return (
    <div className="practice-tools">
      <Choice
        legend={t('ui.practice.view')}
        value={isWhole ? 'WHOLE' : 'SINGLE'}
        options={[
          { value: 'SINGLE', label: t('ui.practice.single') },
          { value: 'WHOLE', label: t('ui.practice.whole') },
        ]}
        onChoose={(view) => onWhole(view === 'WHOLE')}
      />
      <div className="actions">
        <CopyButton label={name.seed} text={sheetLink(name)}>
          {t('ui.practice.copyLink')}
        </CopyButton>
        <PrintButtons name={name} exercises={exercises} />
      </div>
    </div>
  );
}
