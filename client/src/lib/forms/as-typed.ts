/** Properties of a field whose text must stay as typed, without autocompletion, capitalisation or correction. */
export const asTyped = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
