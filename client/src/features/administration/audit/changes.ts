/** One fact that an event changed; undefined where there was nothing, or is nothing any more. */
export interface ChangedFact {
  /** Empty where the texts are no facts with names, as when they are cut. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What an event changed, fact by fact; what is the same before and after is left out. */
export function changesOf({ before, after }: { before: string | null; after: string | null }): ChangedFact[] {
  const facts = { before: factsOf(before), after: factsOf(after) };
  if (!facts.before || !facts.after) return [{ name: '', before: before ?? undefined, after: after ?? undefined }];
  const names = [...new Set([...Object.keys(facts.before), ...Object.keys(facts.after)])];
  return names
    .map((name) => ({ name, before: textOf(facts.before?.[name]), after: textOf(facts.after?.[name]) }))
    .filter((fact) => fact.before !== fact.after);
}

/** What stands in one of the two texts of an event. Undefined for what is no object: it may be cut. */
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

/** A fact as text; undefined where there is none. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}
