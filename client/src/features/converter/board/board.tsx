import './board.css';
import { WideArea } from '../../../components/layout/wide-area';

/** A row of a calculation: a sign for each column from the left, empty where nothing is written. */
export interface BoardRow {
  readonly key: string;
  readonly name: string;
  /** What its place says to those who see it. */
  readonly place?: string;
  readonly cells: readonly string[];
  /** Small figures above what they are added to. */
  readonly isCarry?: boolean;
  /** What follows from the rows above it: under a line. */
  readonly isResult?: boolean;
  /** How the columns differ that are no ordinary part of the row. */
  readonly marks?: readonly (BoardMark | undefined)[];
}

/** Lost bits are struck through, filled ones are new, and the upper ones of a product do not fit. */
export type BoardMark = 'lost' | 'filled' | 'upper';

interface BoardProps {
  caption: string;
  /** What the column of positions is called. */
  positionName: string;
  /** The position of each column, from the left. */
  positions: readonly number[];
  rows: readonly BoardRow[];
}

/**
 * A calculation as one writes it on a board: digits below each other, carries small above them. Where there is no room
 * for all columns, it begins at the right, as one calculates.
 */
export function Board({ caption, positionName, positions, rows }: BoardProps) {
  return (
    // With another number of columns it is made anew, and begins at the right again.
    <WideArea key={positions.length} label={caption}>
      <table className="board" ref={showRightEnd}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{positionName}</span>
            </th>
            {positions.map((position) => (
              <th scope="col" key={position} data-gap={hasGap(position)}>
                {position}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-carry={row.isCarry || undefined} data-result={row.isResult || undefined}>
              <th scope="row">
                {row.name}
                {row.place && <span className="visually-hidden">, {row.place}</span>}
              </th>
              {positions.map((position, index) => (
                <td
                  key={position}
                  data-bit={row.isCarry ? undefined : row.cells[index] || undefined}
                  data-gap={hasGap(position)}
                  data-mark={row.marks?.[index]}
                >
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideArea>
  );
}

function showRightEnd(table: HTMLTableElement | null): void {
  const area = table?.parentElement;
  area?.scrollTo({ left: area.scrollWidth });
}

/** Whether a space follows, which sets groups of four apart. */
function hasGap(position: number): true | undefined {
  return (position > 0 && position % 4 === 0) || undefined;
}
