import type { Exercise } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { Icon } from '../../../components/icon';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { Attempt } from './progress';

interface ExerciseNavProps {
  exercises: readonly Exercise[];
  /** Position of the shown exercise; undefined if all are shown. */
  current: number | undefined;
  attemptAt(position: number): Attempt;
  onChoose(position: number): void;
}

/** A button for each exercise, with its result. */
export function ExerciseNav({ exercises, current, attemptAt, onChoose }: ExerciseNavProps) {
  return (
    <ol className="practice-nav" aria-label={t('ui.practice.exercises')}>
      {exercises.map(({ position }) => {
        const state = stateOf(attemptAt(position));
        return (
          <li key={position}>
            <button
              type="button"
              data-state={state}
              aria-current={position === current ? 'step' : undefined}
              aria-label={`${t('ui.practice.exercise', { position })}: ${t(STATES[state])}`}
              onClick={() => onChoose(position)}
            >
              {position}
              {state === 'solved' && <Icon name="tick" />}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const STATES = {
  open: 'ui.practice.state.open',
  tried: 'ui.practice.state.tried',
  solved: 'ui.practice.state.solved',
  shown: 'ui.practice.state.shown',
} as const satisfies Record<string, MessageKey>;

function stateOf({ isSolved, isShown, tries }: Attempt): keyof typeof STATES {
  if (isSolved) return 'solved';
  if (isShown) return 'shown';
  return tries > 0 ? 'tried' : 'open';
}
