import './reading-note.css';

interface ReadingNoteProps {
  /** How the text was read. */
  taken: string;
  /** Label of the button for the other reading. */
  other: string;
  onOther(): void;
}

/** Says how a text with two likely readings was read, with a button for the other one. */
export function ReadingNote({ taken, other, onOther }: ReadingNoteProps) {
  return (
    <p className="reading-note" role="status">
      {taken}{' '}
      <button className="button button-small" type="button" onClick={onOther}>
        {other}
      </button>
    </p>
  );
}
