import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Styles for drawing on a canvas, which knows neither custom properties nor `rem`. */
export interface CanvasStyle {
  /** Colours by token name. */
  readonly colours: Readonly<Record<string, string>>;
  /** Text size on a canvas in pixels: `--text-xs` at the reader's text size. */
  readonly textSize: number;
}

const NAMES = ['ink', 'ink-2', 'ink-3', 'line', 'surface', 'cpu', 'ram', 'disk', 'network', 'lamp-fill', 'warn', 'bad'];
const TEXT_REM = 0.75;

/** With forced colours, charts use the system's colours, and dashes tell the lines apart. */
const FORCED = '(forced-colors: active)';
const FORCED_COLOURS: Readonly<Record<string, string>> = {
  surface: 'Canvas',
  line: 'GrayText',
  'lamp-fill': 'Highlight',
};

/** Returns the current theme's token colours and the reader's text size, and follows changes of both. */
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
    // Paper is light, and the canvas is printed as is. During this event, print styles don't apply yet.
    const forPaper = () => flushSync(() => setStyle(readStyle('light')));
    addEventListener('beforeprint', forPaper);
    addEventListener('afterprint', read);
    // No event reports changes of the text size, so an element sized in `rem` is observed.
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
 * A custom property is text such as `light-dark(…)`; only an element that uses it has a computed colour, in its own
 * colour scheme (by default the page's).
 */
function readStyle(scheme: 'light' | '' = ''): CanvasStyle {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.colorScheme = scheme;
  // Otherwise every colour of an element is forced to the text colour, even the one for outlining names over lines.
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

/** Returns the font for all text on a canvas. */
export function fontOf({ textSize }: Pick<CanvasStyle, 'textSize'>, weight = 400): string {
  return `${weight} ${textSize}px Inter, sans-serif`;
}

export function translucent(colour: string, alpha: number): string {
  return colour.replace(/^rgb\((.+)\)$/, `rgba($1, ${alpha})`);
}
