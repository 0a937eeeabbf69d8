/** A word or sign right after a figure: `ms`, `MB/s`, `%`. */
const UNIT = /(?<=\d)([\s\u00a0\u202f]*(?:%|°?\p{L}[\p{L}/]*))/u;

/** A formatted quantity whose units stand back behind its figures: `3 h 10 min`, `169,2 MB`, `93,1%`. */
export function Quantity({ text }: { text: string }) {
  return text.split(UNIT).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key and never move
      <span className="unit" key={index}>
        {part}
      </span>
    ),
  );
}
