import { type DjangoRow, FieldReader } from './django-fields.js';
import type { ImportedTerms } from './terms-import.js';

/** Reads a row of the terms of use (contract 6). Few models have a field for the creation time. */
export function djangoTerms(row: DjangoRow, columns: ReadonlySet<string>): ImportedTerms {
  const read = new FieldReader(row, columns);
  const terms = {
    id: read.key(),
    content: read.text('content'),
    isActive: read.flag('is_active', true),
    createdAt: read.time('created_at'),
    updatedAt: read.time('updated_at'),
  };
  return { ...terms, ...(read.fault && { fault: read.fault }) };
}
