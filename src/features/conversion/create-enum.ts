/** Creates an enum object for type-graphql in which every name is its own value. */
export function createEnum<T extends string>(names: readonly T[]): { readonly [Name in T]: Name } {
  return Object.fromEntries(names.map((name) => [name, name])) as { [Name in T]: Name };
}
