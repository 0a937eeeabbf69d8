/** Properties of a field whose text is taken as it is typed: nothing in it is completed, capitalised or corrected. */
export const asTyped = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
