import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The default tokens, and the overrides for users who prefer more contrast. */
const [TOKENS = '', MORE = ''] = readFileSync('client/src/styles/tokens.css', 'utf8').split('(prefers-contrast: more)');
const TEXT = ['ink', 'ink-2', 'ink-3', 'lamp', 'cpu', 'ram', 'disk', 'network', 'sign', 'good', 'warn', 'bad'];
const GROUND = ['paper', 'surface', 'sunken'];
/** The sky behind the values on the first page, from top to bottom. */
const SKY = ['dusk-high', 'dusk', 'dusk-low'];
const THEMES = { light: 0, dark: 1 } as const;
const LEAST = 4.5;
/** The minimum for the lowest part of the sky, which carries only large values and no small text. */
const LEAST_LARGE = 3;
/** The minimum at WCAG's highest level (1.4.6). */
const LEAST_OF_MORE = 7;

/** Returns one of a theme's colour tokens as red, green and blue from 0 to 255. */
function colour(token: string, theme: keyof typeof THEMES, tokens = TOKENS): number[] {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(tokens)?.[1] ?? '';
  const hexes = value.match(/#[\da-f]{6}/g) ?? [];
  const hex = hexes.length === 1 ? hexes[0] : hexes[THEMES[theme]];
  if (!hex) throw new Error(`There is no colour --${token}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Returns the relative luminance as defined by WCAG 2. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels
    .map((channel) => channel / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('the contrast of the colours (WCAG 2.2, 1.4.3)', () => {
  test('black and white are 21 to 1', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  });

  const pairs = (['light', 'dark'] as const).flatMap((theme) =>
    TEXT.flatMap((text) => GROUND.map((ground) => [text, ground, theme] as const)),
  );
  test.each(pairs)('%s on %s, %s', (text, ground, theme) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(LEAST);
  });

  test.each(TEXT.flatMap((text) => SKY.map((sky) => [text, sky] as const)))('%s on the sky, %s', (text, sky) => {
    const least = sky === 'dusk-low' ? LEAST_LARGE : LEAST;
    expect(contrast(colour(text, 'dark'), colour(sky, 'dark'))).toBeGreaterThanOrEqual(least);
  });

  test.each(['light', 'dark'] as const)('the words on the lamp, %s', (theme) => {
    for (const fill of ['lamp-fill', 'lamp-fill-hover']) {
      expect(contrast(colour('on-lamp', theme), colour(fill, theme))).toBeGreaterThanOrEqual(LEAST);
    }
  });

  test.each(['light', 'dark'] as const)('the edge of a field against what is around it, %s (1.4.11)', (theme) => {
    for (const ground of GROUND) {
      expect(contrast(colour('ink-3', theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(pairs)('%s on %s, %s, for who asks for more contrast', (text, ground, theme) => {
    expect(contrast(colour(text, theme, MORE), colour(ground, theme, MORE))).toBeGreaterThanOrEqual(LEAST_OF_MORE);
  });

  test.each(['light', 'dark'] as const)('every line is seen by who asks for more contrast, %s (1.4.11)', (theme) => {
    for (const ground of GROUND) {
      expect(contrast(colour('line', theme, MORE), colour(ground, theme, MORE))).toBeGreaterThanOrEqual(4.5);
    }
  });
});
