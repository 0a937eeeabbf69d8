import { minutesAndSeconds } from '../../../src/shared/time/minutes-and-seconds';

const TICK_MS = 250;

/** Counts the seconds of `data-wait` down to 0:00, then shows `[data-wait-over]` and highlights `[data-wait-again]`. */
export function countDown(wait: HTMLElement): void {
  const end = Date.now() + Number(wait.dataset.wait) * 1000;
  const figure = wait.querySelector('.figure');
  const over = document.querySelector<HTMLElement>('[data-wait-over]');
  const timer = setInterval(tick, TICK_MS);
  tick();

  function tick() {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (figure) figure.textContent = minutesAndSeconds(seconds);
    if (seconds > 0) return;
    clearInterval(timer);
    if (over) over.hidden = false;
    document.querySelector('[data-wait-again]')?.classList.add('button-primary');
  }
}
