import { useId, useMemo, useState } from 'react';
import type { ExerciseOfSheet } from '../../../../../src/features/conversion/rules/exercises/mixed-sheet';
import { CopyButton } from '../../../components/copy-button';
import type { Preparation } from '../../../components/exercises/prepared-exercises';
import { type ShownSheet, sheetLink } from '../../../components/exercises/sheet-address';
import { exercisesOf } from '../../../components/exercises/sheet-exercises';
import { Choice } from '../../../components/forms/choice';
import { t } from '../../../lib/i18n/t';
import { useIsVisitor } from '../../../lib/session/viewer';
import { ExerciseCard } from './exercise-card';
import { ExerciseNav } from './exercise-nav';
import { PreparationResult, PrepareSheetButton } from './prepare-sheet-button';
import { PrintButtons } from './print-buttons';
import { SheetSummary } from './sheet-summary';
import { useProgress } from './use-progress';

interface SheetProps {
  sheet: ShownSheet;
  /** Number of the shown exercise, from 1. */
  number: number;
  onNumber(number: number): void;
  onNewSheet(): void;
}

/** Shows the exercises of a sheet, one at a time or all at once, with the result of each. */
export function Sheet({ sheet, number: wanted, onNumber, onNewSheet }: SheetProps) {
  const id = useId();
  const exercises = useMemo(() => exercisesOf(sheet), [sheet]);
  const progress = useProgress(sheet);
  const [isWhole, setWhole] = useState(false);
  const [focus, setFocus] = useState<number | null>(null);
  const numbers = exercises.map((_, index) => index + 1);
  const current = numbers.includes(wanted) ? wanted : 1;
  const attempts = numbers.map(progress.attemptAt);
  const isOpen = (number: number) => !progress.attemptAt(number).isSolved && !progress.attemptAt(number).isShown;
  const open = numbers.filter(isOpen);
  const goTo = (next: number) => {
    onNumber(next);
    setFocus(next);
  };
  const goOn = (from: number) => {
    const next = open.find((number) => number > from) ?? open.find((number) => number !== from);
    if (next) goTo(next);
    else document.getElementById(`${id}-summary`)?.focus();
  };
  return (
    <div className="practice-sheet">
      <ExerciseNav attempts={attempts} current={isWhole ? undefined : current} onChoose={goTo} />
      <ol className="practice-exercises">
        {exercises.map((exercise, index) => {
          const number = index + 1;
          if (!isWhole && number !== current) return null;
          return (
            <li key={number}>
              <ExerciseCard
                number={number}
                exercise={exercise}
                attempt={progress.attemptAt(number)}
                isAlone={!isWhole}
                hasFocus={focus === number}
                hasNext={open.some((other) => other !== number)}
                onChange={(changes) => progress.change(number, changes)}
                onNext={() => goOn(number)}
              />
            </li>
          );
        })}
      </ol>
      <SheetSummary
        id={`${id}-summary`}
        attempts={attempts}
        onRestart={() => {
          progress.restart();
          goTo(1);
        }}
        onNewSheet={onNewSheet}
      />
      <SheetTools sheet={sheet} exercises={exercises} isWhole={isWhole} onWhole={setWhole} />
    </div>
  );
}

interface SheetToolsProps {
  sheet: ShownSheet;
  exercises: readonly ExerciseOfSheet[];
  isWhole: boolean;
  onWhole(isWhole: boolean): void;
}

/** View options of the sheet, and ways to share it: as a link, on paper or in a room. */
function SheetTools({ sheet, exercises, isWhole, onWhole }: SheetToolsProps) {
  const isVisitor = useIsVisitor();
  const [preparation, setPreparation] = useState<Preparation>();
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
        <CopyButton label={sheet.seed} text={sheetLink(sheet)}>
          {t('ui.practice.copyLink')}
        </CopyButton>
        <PrintButtons sheet={sheet} exercises={exercises} />
        {!isVisitor && <PrepareSheetButton sheet={sheet} onPrepared={setPreparation} />}
      </div>
      {!isVisitor && <PreparationResult preparation={preparation} />}
    </div>
  );
}
