/** Control and format characters, line separators, and lone surrogates. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Replaces characters that could steer a terminal, start a line or hide text by `\u` and their code. Within a JSON
 * string, the result still means the same text.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
