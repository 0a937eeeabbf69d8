import { Icon } from '../../../components/icon';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { Attempt } from './progress';

interface ExerciseNavProps {
  /** Attempts at the exercises, in order. */
  attempts: readonly Attempt[];
  /** Number of the shown exercise, from 1; undefined if all are shown. */
  current: number | undefined;
  onChoose(number: number): void;
}

/** A button for each exercise, with its result. */
export function ExerciseNav({ attempts, current, onChoose }: ExerciseNavProps) {
  return (
    <ol className="practice-nav" aria-label={t('ui.practice.exercises')}>
      {attempts.map((attempt, index) => {
        const number = index + 1;
        const state = stateOf(attempt);
        return (
          <li key={number}>
            <button
              type="button"
              data-state={state}
              aria-current={number === current ? 'step' : undefined}
              aria-label={`${t('ui.practice.exercise', { position: number })}: ${t(STATES[state])}`}
              onClick={() => onChoose(number)}
            >
              {number}
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
