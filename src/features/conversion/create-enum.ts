/** Makes an enum object for type-graphql whose names are their own values. */
export function createEnum<T extends string>(names: readonly T[]): { readonly [Name in T]: Name } {
  return Object.fromEntries(names.map((name) => [name, name])) as { [Name in T]: Name };
}
