import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Suggestion } from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem';
import { completionsAt } from '../../../../../../../src/features/alerts/rules/expression/completions';
import { insertSuggestion } from './insert-suggestion';

/** Cursor position in a field's text, with functions that change both. */
export interface ExpressionEditing {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Cursor position, as an offset from 0. */
  readonly cursor: number;
  /** Must be called when the cursor moves. */
  moved(): void;
  /** Replaces part of the text and moves the cursor behind it. */
  put(part: { readonly from: number; readonly to: number }, suggestion: Suggestion): void;
  /** Inserts a whole comparison at the cursor, preceded by an operator if one is missing. */
  add(example: string): void;
  /** Replaces the whole text. */
  replace(text: string): void;
}

/** State for editing an expression in a field and with buttons around it. */
export function useExpressionEditing(text: string, onChange: (text: string) => void): ExpressionEditing {
  const input = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState(text.length);
  /** Cursor position to set once the field has its new text. */
  const pending = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (pending.current === undefined) return;
    input.current?.focus();
    input.current?.setSelectionRange(pending.current, pending.current);
    pending.current = undefined;
  });
  const change = (edited: string, at: number) => {
    pending.current = at;
    setCursor(at);
    onChange(edited);
  };
  const put = (part: { from: number; to: number }, suggestion: Suggestion) => {
    const edit = insertSuggestion(text, part, suggestion);
    change(edit.text, edit.cursor);
  };
  return {
    input,
    cursor,
    moved: () => setCursor(input.current?.selectionStart ?? text.length),
    put,
    add(example) {
      const at = Math.min(cursor, text.length);
      const joins = completionsAt(text, at).candidates.some(
        ({ kind, text: name }) => kind === 'operation' && name !== 'NOT',
      );
      const fitsAlone = completionsAt(text, at).candidates.some(({ kind }) => kind === 'figure');
      put({ from: at, to: at }, { kind: 'example', text: joins && !fitsAlone ? `AND ${example}` : example });
    },
    replace: (whole) => change(whole, whole.length),
  };
}
