import './fault-mark.css';

/** Number of characters shown on each side of the fault. */
const AROUND = 16;

interface FaultMarkProps {
  text: string;
  /** Position of the fault in characters, from 1; one past the last if something is missing at the end. */
  position: number;
  length?: number;
}

/**
 * Shows the typed text with the fault marked. Hidden from screen readers because the sentence beside it says the same.
 */
export function FaultMark({ text, position, length = 1 }: FaultMarkProps) {
  const characters = [...text];
  const start = position - 1;
  const end = start + Math.max(1, length);
  const from = Math.max(0, start - AROUND);
  return (
    <p className="fault-mark" aria-hidden="true">
      {from > 0 && '…'}
      {characters.slice(from, start).join('')}
      <mark>{characters.slice(start, end).join('') || '\u00a0'}</mark>
      {characters.slice(end, end + AROUND).join('')}
      {end + AROUND < characters.length && '…'}
    </p>
  );
}
