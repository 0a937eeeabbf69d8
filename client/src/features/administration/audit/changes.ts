/** A fact changed by an event; undefined if there was no value before or after. */
export interface ChangedFact {
  /** Name of the fact; empty if the texts are not named facts, e.g. because they were truncated. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Lists the changes of an event, fact by fact; unchanged facts are left out. */
export function listChanges({ before, after }: { before: string | null; after: string | null }): ChangedFact[] {
  const facts = { before: factsOf(before), after: factsOf(after) };
  if (!facts.before || !facts.after) return [{ name: '', before: before ?? undefined, after: after ?? undefined }];
  const names = [...new Set([...Object.keys(facts.before), ...Object.keys(facts.after)])];
  return names
    .map((name) => ({ name, before: textOf(facts.before?.[name]), after: textOf(facts.after?.[name]) }))
    .filter((fact) => fact.before !== fact.after);
}

/** Parses one of an event's two texts. Undefined if it isn't an object, which may be because it was truncated. */
export function factsOf(text: string | null): Readonly<Record<string, unknown>> | undefined {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a fact as text; undefined if there is no value. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}
