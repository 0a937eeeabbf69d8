import type { TermsFate, TermsMove } from '../../terms/terms-import.js';
import { visible } from '../visible.js';

/** What an import of the terms has come to, or would come to. */
export interface TermsOutcome {
  /** The table or model that they come from. */
  readonly source: string;
  readonly moves: readonly TermsMove[];
  readonly isDryRun: boolean;
}

/** An opening or closing tag of HTML, as no Markdown has it. */
const TAG = /<\/?(?:p|br|div|span|h[1-6]|ul|ol|li|a|b|i|strong|em|table)\b[^<>]*>/i;

/** The lines that tell an operator what became of each version of the terms. */
export function termsReport({ source, moves, isDryRun }: TermsOutcome): string[] {
  const count = (fate: TermsFate) => moves.filter((move) => move.fate === fate).length;
  const fresh = moves.filter(({ fate }) => fate === 'new');
  const skipped = moves.flatMap(({ id, fault }) => (fault ? [`  Version ${visible(id)} ${fault}`] : []));
  const withTags = fresh.filter(({ content }) => TAG.test(content));
  const newest = fresh.findLast(({ isActive }) => isActive);
  return [
    `Versions of the terms in ${visible(source)}: ${moves.length}.`,
    `${isDryRun ? 'To be imported' : 'Imported'}: ${count('new')}.`,
    `Already there: ${count('there')}.`,
    `Skipped: ${skipped.length}.`,
    ...skipped,
    ...withTags.map(
      ({ id }) => `Version ${visible(id)} has HTML, which is shown as text: write it as Markdown in /admin/.`,
    ),
    ...(newest?.isOvertaken ? ['What was written in /admin/ since is newer, and stays what is shown.'] : []),
  ];
}
