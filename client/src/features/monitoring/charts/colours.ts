import { useEffect, useState } from 'react';

/** Colours as a canvas takes them, by the names of their tokens. */
export type Colours = Readonly<Record<string, string>>;

const NAMES = ['ink', 'ink-2', 'ink-3', 'line', 'surface', 'cpu', 'ram', 'disk', 'network', 'lamp-fill'];

/** The colours of the tokens in the present theme; they change with it. */
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

/** A custom property is text such as `light-dark(…)`: only an element that uses it has a computed colour. */
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

/** The colour with an opacity. */
export function translucent(colour: string, alpha: number): string {
  return colour.replace(/^rgb\((.+)\)$/, `rgba($1, ${alpha})`);
}
