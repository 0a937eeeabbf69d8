import { useEffect, useState } from 'react';

/** What a canvas is drawn with; it knows neither custom properties nor `rem`. */
export interface CanvasStyle {
  /** Colours by the names of their tokens. */
  readonly colours: Readonly<Record<string, string>>;
  /** The size of the text on a canvas, in pixels: what `--text-xs` is with the reader's text size. */
  readonly textSize: number;
}

const NAMES = ['ink', 'ink-2', 'ink-3', 'line', 'surface', 'cpu', 'ram', 'disk', 'network', 'lamp-fill', 'warn', 'bad'];
const TEXT_REM = 0.75;

/** The colours of the tokens in the present theme, and the reader's text size; they change with both. */
export function useCanvasStyle(): CanvasStyle {
  const [style, setStyle] = useState(readStyle);
  useEffect(() => {
    const read = () =>
      setStyle((before) => {
        const now = readStyle();
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    const theme = new MutationObserver(read);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
    const wish = matchMedia('(prefers-color-scheme: dark)');
    wish.addEventListener('change', read);
    // Nothing tells of a change of the text size but the size of what is measured in it.
    const rem = document.createElement('span');
    rem.style.cssText = 'position:absolute;visibility:hidden;pointer-events:none;inline-size:1rem;block-size:1px';
    document.body.append(rem);
    const size = new ResizeObserver(read);
    size.observe(rem);
    return () => {
      theme.disconnect();
      wish.removeEventListener('change', read);
      size.disconnect();
      rem.remove();
    };
  }, []);
  return style;
}

/** A custom property is text such as `light-dark(…)`: only an element that uses it has a computed colour. */
function readStyle(): CanvasStyle {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
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
