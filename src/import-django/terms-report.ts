import { visible } from '../shared/visible-text.js';
import type { TermsImportResult, TermsImportStatus } from './terms-import.js';

/** What an import of the terms has come to, or would come to. */
export interface TermsOutcome {
  /** The table or model that they come from. */
  readonly source: string;
  readonly results: readonly TermsImportResult[];
  readonly isDryRun: boolean;
}

/** An opening or closing tag of HTML, as no Markdown has it. */
const TAG = /<\/?(?:p|br|div|span|h[1-6]|ul|ol|li|a|b|i|strong|em|table)\b[^<>]*>/i;

/** The lines that tell an operator what became of each version of the terms. */
export function termsReport({ source, results, isDryRun }: TermsOutcome): string[] {
  const count = (status: TermsImportStatus) => results.filter((result) => result.status === status).length;
  const named = results.map((result, index) => ({
    ...result,
    // Without a key, by its place.
    version: `Version ${result.id === '' ? `${index + 1} of the file` : visible(result.id)}`,
  }));
  const fresh = named.filter(({ status }) => status === 'new');
  const skipped = named.flatMap(({ version, fault }) => (fault ? [`  ${version} ${asSentence(fault)}`] : []));
  const withTags = fresh.filter(({ content }) => TAG.test(content));
  const newest = fresh.findLast(({ isActive }) => isActive);
  return [
    `Versions of the terms in ${visible(source)}: ${results.length}.`,
    `${isDryRun ? 'To be imported' : 'Imported'}: ${count('new')}.`,
    `Already there: ${count('there')}.`,
    `Skipped: ${skipped.length}.`,
    ...skipped,
    ...withTags.map(({ version }) => `${version} has HTML, which is shown as text: write it as Markdown in /admin/.`),
    ...(newest?.isOvertaken ? ['What was written in /admin/ since is newer, and stays what is shown.'] : []),
  ];
}

/** Faults of the rules of terms end with a full stop, others do not. */
function asSentence(fault: string): string {
  return fault.endsWith('.') ? fault : `${fault}.`;
}
