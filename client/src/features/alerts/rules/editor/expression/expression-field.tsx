import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type {
  AlertExpressionProblem,
  Suggestion,
} from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem';
import { alertExpressionProblemText } from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem-text';
import { completionsAt } from '../../../../../../../src/features/alerts/rules/expression/completions';
import { asTyped } from '../../../../../lib/forms/as-typed';
import { t } from '../../../../../lib/i18n/t';
import { ExpressionFault } from './expression-fault';
import type { ExpressionEditing } from './use-expression-editing';
import { findMeaning } from './words';

interface ExpressionFieldProps {
  text: string;
  problem: AlertExpressionProblem | undefined;
  /** Server errors from the last submission. */
  faults: readonly string[];
  editing: ExpressionEditing;
  onChange(text: string): void;
}

/**
 * Field for a rule's condition, with suggestions: a combobox whose list opens on typing, Arrow Down or Ctrl+Space. If a
 * word has been started, Enter and Tab accept the first suggestion that completes it; otherwise they behave as in any
 * field, unless the arrow keys have selected a suggestion.
 */
export function ExpressionField({ text, problem, faults, editing, onChange }: ExpressionFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const { from, to, candidates } = isOpen ? completionsAt(text, editing.cursor) : NO_COMPLETIONS;
  const isBegun = candidates.length > 0 && text.slice(from, to) !== '' && text.slice(from, to) !== candidates[0]?.text;
  const active = chosen ?? (isBegun ? 0 : undefined);
  const isShown = isOpen && candidates.length > 0;
  // Something missing at the end is not an error while the user is typing there.
  const isUnfinished =
    hasFocus && problem !== undefined && problem.position - 1 + problem.found.length >= text.trimEnd().length;
  const isWrong = faults.length > 0 || (problem !== undefined && text !== '' && !isUnfinished);

  const accept = (suggestion: Suggestion) => {
    setChosen(undefined);
    editing.put({ from, to }, suggestion);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = active === undefined ? undefined : candidates[active];
    if (event.key === 'Escape' && isShown) setOpen(false);
    else if ((event.key === 'Enter' || event.key === 'Tab') && isShown && current && !event.shiftKey) accept(current);
    else if (event.key === ' ' && event.ctrlKey) setOpen(true);
    else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && isShown)) {
      setOpen(true);
      setChosen(next(active, event.key === 'ArrowDown' ? 1 : -1, candidates.length));
    } else if (event.key !== 'Enter') return;
    // Enter never submits the form from here: in a condition, it completes a word.
    event.preventDefault();
  };
  return (
    <div className="field expression-field">
      <label htmlFor={id}>{t('ui.alertRule.expression')}</label>
      <div className="expression-combobox">
        <input
          id={id}
          ref={editing.input}
          name="expression"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-activedescendant={isShown && active !== undefined ? `${id}-${active}` : undefined}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-fault ${id}-hint`}
          {...asTyped}
          value={text}
          onKeyDown={onKeyDown}
          onSelect={editing.moved}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false);
            setOpen(false);
            setChosen(undefined);
          }}
          onChange={({ target }) => {
            setOpen(true);
            setChosen(undefined);
            editing.moved();
            onChange(target.value);
          }}
        />
        {isShown && (
          <Candidates id={id} candidates={candidates} active={active} onChoose={(suggestion) => accept(suggestion)} />
        )}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {t('ui.alertRule.expressionHint')}
      </p>
      <div id={`${id}-fault`}>
        {faults.length > 0 && <p className="error">{faults.join(' ')}</p>}
        {problem && text !== '' && faults.length === 0 && (
          <p className={isUnfinished ? 'hint' : 'error'}>{t(alertExpressionProblemText(problem))}</p>
        )}
      </div>
      {problem && text !== '' && !isUnfinished && <ExpressionFault text={text} problem={problem} onPut={editing.put} />}
      <p className="visually-hidden" role="status">
        {isShown && t('ui.alertRule.candidates', { count: candidates.length })}
      </p>
    </div>
  );
}

const NO_COMPLETIONS = { from: 0, to: 0, candidates: [] } as const;

/** Returns the next or previous option, wrapping around. */
function next(active: number | undefined, step: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (active === undefined) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}

interface CandidatesProps {
  id: string;
  candidates: readonly Suggestion[];
  active: number | undefined;
  onChoose(suggestion: Suggestion): void;
}

function Candidates({ id, candidates, active, onChoose }: CandidatesProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever another option becomes active
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      className="expression-candidates"
      id={`${id}-list`}
      ref={list}
      role="listbox"
      aria-label={t('ui.alertRule.fits')}
    >
      {candidates.map((candidate, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has focus and handles the keys
        <div
          className="expression-candidate"
          key={`${candidate.kind} ${candidate.text}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(candidate)}
        >
          <span className="figures">{candidate.text}</span>
          <span className="expression-meaning">{t(findMeaning(candidate))}</span>
        </div>
      ))}
    </div>
  );
}
