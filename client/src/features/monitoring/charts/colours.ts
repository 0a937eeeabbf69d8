import { useEffect, useState } from 'react';

/** Colours as a canvas takes them, by their names among the tokens. */
export type Colours = Readonly<Record<string, string>>;

const NAMES = ['ink', 'ink-2', 'ink-3', 'line', 'surface', 'cpu', 'ram', 'disk', 'network', 'lamp-fill'];

/** The colours of the tokens in the theme at hand; others when the theme changes. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const read = () => setColours(readColours());
    const theme = new MutationObserver(read);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const wish = matchMedia('(prefers-color-scheme: dark)');
    wish.addEventListener('change', read);
    return () => {
      theme.disconnect();
      wish.removeEventListener('change', read);
    };
  }, []);
  return colours;
}

/** A token is resolved by an element that uses it: by itself it is text. */
function readColours(): Colours {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const found = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(found);
}

/** The colour, so much of it that what is below shows through. */
export function faint(colour: string, alpha: number): string {
  return colour.replace(/^rgb\((.+)\)$/, `rgba($1, ${alpha})`);
}
