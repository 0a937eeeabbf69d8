import { visible } from '../shared/text/visible-text.js';
import type { TermsImportResult, TermsImportStatus } from './terms-import.js';

export interface TermsOutcome {
  /** Source table or model. */
  readonly source: string;
  readonly results: readonly TermsImportResult[];
  readonly isDryRun: boolean;
}

/** Matches an HTML tag, a sign that the text is not Markdown. */
const TAG = /<\/?(?:p|br|div|span|h[1-6]|ul|ol|li|a|b|i|strong|em|table)\b[^<>]*>/i;

/** Returns the lines of the report on the versions of the terms. */
export function termsReport({ source, results, isDryRun }: TermsOutcome): string[] {
  const count = (status: TermsImportStatus) => results.filter((result) => result.status === status).length;
  const named = results.map((result, index) => ({
    ...result,
    // Falls back to the position if there is no key.
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

/** Adds a full stop, which only some faults have. */
function asSentence(fault: string): string {
  return fault.endsWith('.') ? fault : `${fault}.`;
}
