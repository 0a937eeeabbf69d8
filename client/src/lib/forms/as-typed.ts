/** Properties of a field whose text must stay as typed, without completion, capitalisation or correction. */
export const asTyped = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
