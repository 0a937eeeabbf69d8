import { useEffect, useRef, useState } from 'react';
import { levelTexts } from '../../../../../src/features/conversion/rules/exercises/level-text';
import {
  countExercises,
  MIXED_EXERCISES_MAX,
  SHEET_PARTS_MAX,
  type SheetPart,
} from '../../../../../src/features/conversion/rules/exercises/mixed-sheet';
import { EXERCISES_OF_SHEET } from '../../../../../src/features/conversion/rules/exercises/sheet';
import {
  type ExerciseKind,
  type ExerciseLevel,
  exerciseKinds,
  exerciseLevels,
} from '../../../../../src/features/conversion/rules/exercises/task';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';

interface SheetPartsProps {
  /** At least one, no two of the same kind and level. */
  parts: readonly SheetPart[];
  onChange(parts: readonly SheetPart[]): void;
}

/** The parts of a sheet of several kinds: kind, level and number of exercises of each. */
export function SheetParts({ parts, onChange }: SheetPartsProps) {
  const rows = useRef<HTMLOListElement>(null);
  const [hasAdded, setAdded] = useState(false);
  const total = countExercises(parts);
  const room = MIXED_EXERCISES_MAX - total;
  const isFull = parts.length >= SHEET_PARTS_MAX || room === 0;
  useEffect(() => {
    if (!hasAdded) return;
    rows.current?.querySelector<HTMLElement>('li:last-child select')?.focus();
    setAdded(false);
  }, [hasAdded]);
  return (
    <fieldset className="practice-parts">
      <legend>{t('ui.practice.parts')}</legend>
      <ol ref={rows} tabIndex={-1}>
        {parts.map((part, index) => {
          const number = index + 1;
          return (
            <PartRow
              key={number}
              number={number}
              part={part}
              others={parts.filter((other) => other !== part)}
              countMax={Math.min(EXERCISES_OF_SHEET, part.count + room)}
              onChange={(changes) => onChange(parts.map((one) => (one === part ? { ...part, ...changes } : one)))}
              onRemove={
                parts.length > 1
                  ? () => {
                      keepFocus();
                      onChange(parts.filter((one) => one !== part));
                    }
                  : undefined
              }
            />
          );
        })}
      </ol>
      <div className="practice-parts-end">
        <button
          className="button button-small"
          type="button"
          aria-disabled={isFull || undefined}
          onClick={() => {
            if (isFull) return;
            onChange([...parts, newPart(parts, room)]);
            setAdded(true);
          }}
        >
          {t('ui.practice.addPart')}
        </button>
        <p className="hint" role="status">
          {t('ui.practice.partsTotal', { total, exercises: MIXED_EXERCISES_MAX, parts: SHEET_PARTS_MAX })}
        </p>
      </div>
    </fieldset>
  );
}

/** Returns another part like the last one, of the first kind that the sheet does not have. */
function newPart(parts: readonly SheetPart[], room: number): SheetPart {
  const kind = exerciseKinds.find((one) => parts.every((part) => part.kind !== one)) ?? exerciseKinds[0];
  const { level = 1, count = 1 } = parts.at(-1) ?? {};
  return { kind, level, count: Math.min(count, room) };
}

interface PartRowProps {
  /** Number of the part, from 1. */
  number: number;
  part: SheetPart;
  others: readonly SheetPart[];
  /** Most exercises that it may have. */
  countMax: number;
  onChange(changes: Partial<SheetPart>): void;
  /** Undefined for the only part. */
  onRemove: (() => void) | undefined;
}

function PartRow({ number, part: { kind, level, count }, others, countMax, onChange, onRemove }: PartRowProps) {
  const isTaken = (one: ExerciseKind, at: ExerciseLevel) =>
    others.some((other) => other.kind === one && other.level === at);
  const firstLevel = (one: ExerciseKind) =>
    isTaken(one, level) ? exerciseLevels.find((at) => !isTaken(one, at)) : level;
  return (
    <li>
      <select
        name={`part-kind-${number}`}
        aria-label={t('ui.practice.partKind', { number })}
        value={kind}
        onChange={({ target }) => {
          const chosen = target.value as ExerciseKind;
          onChange({ kind: chosen, level: firstLevel(chosen) ?? level });
        }}
      >
        {exerciseKinds.map((one) => (
          <option key={one} value={one} disabled={firstLevel(one) === undefined}>
            {t(exerciseKindNames[one])}
          </option>
        ))}
      </select>
      <select
        name={`part-level-${number}`}
        aria-label={t('ui.practice.partLevel', { number })}
        value={level}
        onChange={({ target }) => onChange({ level: Number(target.value) as ExerciseLevel })}
      >
        {exerciseLevels.map((one) => (
          <option key={one} value={one} disabled={isTaken(kind, one)}>
            {t('ui.practice.levelName', { level: one })}
          </option>
        ))}
      </select>
      <select
        name={`part-count-${number}`}
        aria-label={t('ui.practice.partCount', { number })}
        value={count}
        onChange={({ target }) => onChange({ count: Number(target.value) })}
      >
        {Array.from({ length: countMax }, (_, index) => index + 1).map((one) => (
          <option key={one} value={one}>
            {t('ui.practice.exerciseCount', { count: one })}
          </option>
        ))}
      </select>
      {onRemove && (
        <button
          className="button button-small"
          type="button"
          aria-label={t('ui.practice.removePart', { number })}
          onClick={onRemove}
        >
          {t('ui.practice.remove')}
        </button>
      )}
      <p className="hint">{t(levelTexts[kind][level])}</p>
    </li>
  );
}
