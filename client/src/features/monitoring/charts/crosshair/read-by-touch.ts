import type uPlot from 'uplot';
import { moveCrosshair } from './move-crosshair';

/**
 * Lets a finger move the crosshair and leaves it where the finger is lifted, until the user taps elsewhere. Ignores the
 * mouseleave events that browsers send after a tap.
 *
 * @returns a function that stops it.
 */
export function readByTouch(plot: uPlot): () => void {
  const { over } = plot;
  const listeners = new AbortController();
  const { signal } = listeners;
  let isTouched = false;
  const follow = ({ pointerType, clientX }: PointerEvent) => {
    isTouched = pointerType === 'touch';
    if (!isTouched) return;
    const { left, width } = over.getBoundingClientRect();
    moveCrosshair(plot, Math.min(Math.max(0, clientX - left), width));
  };
  over.addEventListener('pointerdown', follow, { signal });
  over.addEventListener('pointermove', follow, { signal });
  over.addEventListener('mouseleave', (event) => isTouched && event.stopImmediatePropagation(), {
    capture: true,
    signal,
  });
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!isTouched || (target instanceof Element && target.closest('.chart-plot'))) return;
      isTouched = false;
      moveCrosshair(plot, null);
    },
    { signal },
  );
  return () => listeners.abort();
}
