import { t } from '../../../lib/i18n/t';
import type { Attempt } from './progress';

interface SheetSummaryProps {
  id: string;
  attempts: readonly Attempt[];
  onRestart(): void;
  onNewSheet(): void;
}

/** Shows the progress and, after the last exercise, what to do next. */
export function SheetSummary({ id, attempts, onRestart, onNewSheet }: SheetSummaryProps) {
  const solved = attempts.filter(({ isSolved }) => isSolved);
  const alone = solved.filter(({ hints }) => hints === 0).length;
  const isOver = attempts.every(({ isSolved, isShown }) => isSolved || isShown);
  const isBegun = attempts.some(({ answer, hints, tries }) => answer !== '' || hints > 0 || tries > 0);
  return (
    <div className="practice-summary" id={id} tabIndex={-1}>
      <p>
        {isOver && <strong>{t('ui.practice.over')} </strong>}
        {t('ui.practice.solved', { solved: solved.length, total: attempts.length })}
        {alone > 0 && ` ${t('ui.practice.alone', { alone })}`}
      </p>
      <div className="actions">
        {isOver && (
          <button className="button button-primary" type="button" onClick={onNewSheet}>
            {t('ui.practice.newSheet')}
          </button>
        )}
        {isBegun && (
          <button className="button button-small" type="button" onClick={onRestart}>
            {t('ui.practice.restart')}
          </button>
        )}
      </div>
    </div>
  );
}
