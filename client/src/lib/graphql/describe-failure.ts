import type { CombinedError } from 'urql';
import { t } from '../i18n/t';

/** The reason why an operation failed: as one sentence for the page, and by field if fields are at fault. */
export interface OperationFailure {
  text: string;
  fields: Readonly<Record<string, readonly string[]>>;
}

/** Returns the failure of a query; the server's messages are already in the page's language. */
export function describeFailure({ graphQLErrors: [error] }: CombinedError): OperationFailure {
  if (!error) return { text: t('ui.core.failure.unreachable'), fields: {} };
  const { fields = {} } = error.extensions as { fields?: OperationFailure['fields'] };
  return { text: error.message, fields };
}

/** Returns the failure of a change: without an answer, nobody knows whether it was saved. */
export function failureOfChange(error: CombinedError): OperationFailure {
  return error.graphQLErrors.length > 0 ? describeFailure(error) : { text: t('ui.core.failure.notSaved'), fields: {} };
}
