import type { MovedTerms } from '../../terms/terms-import.js';
import { type DjangoRow, flagOf, textOf, timeOf } from './django-fields.js';

/** Reads a row of the terms of use (specification §2.2). Few models keep when a version was made. */
export function djangoTerms(row: DjangoRow): MovedTerms {
  return {
    id: textOf(row.id),
    content: textOf(row.content),
    isActive: flagOf(row.is_active, true),
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
  };
}
