import type { CombinedError } from 'urql';
import { t } from '../i18n/t';

/** Why an operation failed, for the page: in one sentence, and by field where fields are at fault. */
export interface OperationFailure {
  text: string;
  fields: Readonly<Record<string, readonly string[]>>;
}

/** Reads the failure of an operation; the server has written its sentences in the page's language already. */
export function failureOf({ graphQLErrors: [error] }: CombinedError): OperationFailure {
  if (!error) return { text: t('ui.core.failure.unreachable'), fields: {} };
  const { fields = {} } = error.extensions as { fields?: OperationFailure['fields'] };
  return { text: error.message, fields };
}
