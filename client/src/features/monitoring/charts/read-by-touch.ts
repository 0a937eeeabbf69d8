import type uPlot from 'uplot';

/**
 * Moves the crosshair with a finger. A tap alone would do so too, as browsers send the events of a mouse after it, but
 * not while the finger slides. @returns what ends it.
 */
export function readByTouch(plot: uPlot): () => void {
  const follow = ({ pointerType, clientX }: PointerEvent) => {
    if (pointerType !== 'touch') return;
    const { left, width } = plot.over.getBoundingClientRect();
    const at = Math.min(Math.max(0, clientX - left), width);
    plot.setCursor({ left: at, top: plot.over.clientHeight / 2 });
  };
  plot.over.addEventListener('pointerdown', follow);
  plot.over.addEventListener('pointermove', follow);
  return () => {
    plot.over.removeEventListener('pointerdown', follow);
    plot.over.removeEventListener('pointermove', follow);
  };
}
