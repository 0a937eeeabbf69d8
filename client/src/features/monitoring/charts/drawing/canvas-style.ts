import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** What a canvas is drawn with; it knows neither custom properties nor `rem`. */
export interface CanvasStyle {
  /** Colours by the names of their tokens. */
  readonly colours: Readonly<Record<string, string>>;
  /** The size of the text on a canvas, in pixels: what `--text-xs` is with the reader's text size. */
  readonly textSize: number;
}

const NAMES = ['ink', 'ink-2', 'ink-3', 'line', 'surface', 'cpu', 'ram', 'disk', 'network', 'lamp-fill', 'warn', 'bad'];
const TEXT_REM = 0.75;

/** Whoever has the system choose all colours sees the charts in those as well; lines are told apart by their dashes. */
const FORCED = '(forced-colors: active)';
const FORCED_COLOURS: Readonly<Record<string, string>> = {
  surface: 'Canvas',
  line: 'GrayText',
  'lamp-fill': 'Highlight',
};

/** The colours of the tokens in the present theme, and the reader's text size; they change with both. */
export function useCanvasStyle(): CanvasStyle {
  const [style, setStyle] = useState(() => readStyle());
  useEffect(() => {
    const read = () =>
      setStyle((before) => {
        const now = readStyle();
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    const theme = new MutationObserver(read);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
    const wishes = [FORCED, '(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
      matchMedia(query),
    );
    for (const wish of wishes) wish.addEventListener('change', read);
    // Paper is light, and a canvas is copied to it as it is. While the event lasts, the page is not yet that of paper.
    const forPaper = () => flushSync(() => setStyle(readStyle('light')));
    addEventListener('beforeprint', forPaper);
    addEventListener('afterprint', read);
    // Nothing tells of a change of the text size but the size of what is measured in it.
    const rem = document.createElement('span');
    rem.style.cssText = 'position:absolute;visibility:hidden;pointer-events:none;inline-size:1rem;block-size:1px';
    document.body.append(rem);
    const size = new ResizeObserver(read);
    size.observe(rem);
    return () => {
      theme.disconnect();
      for (const wish of wishes) wish.removeEventListener('change', read);
      removeEventListener('beforeprint', forPaper);
      removeEventListener('afterprint', read);
      size.disconnect();
      rem.remove();
    };
  }, []);
  return style;
}

/**
 * A custom property is text such as `light-dark(…)`: only an element that uses it has a computed colour, in its own
 * colour scheme, which is that of the page unless another is given.
 */
function readStyle(scheme: 'light' | '' = ''): CanvasStyle {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.colorScheme = scheme;
  // Else every colour of an element is that of the text, also the one that names stand out from lines by.
  probe.style.forcedColorAdjust = 'none';
  const isForced = matchMedia(FORCED).matches && scheme === '';
  document.body.append(probe);
  const colours = NAMES.map((name) => {
    probe.style.color = isForced ? (FORCED_COLOURS[name] ?? 'CanvasText') : `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { colours: Object.fromEntries(colours), textSize: Math.round(rem * TEXT_REM) };
}

/** The colour with an opacity. */
export function translucent(colour: string, alpha: number): string {
  return colour.replace(/^rgb\((.+)\)$/, `rgba($1, ${alpha})`);
}
