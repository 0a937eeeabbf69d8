import './board.css';
import { WideArea } from '../../../components/layout/wide-area';

/** A row of a calculation: one character per column from the left, empty where nothing is written. */
export interface BoardRow {
  readonly key: string;
  readonly name: string;
  /** Tells screen readers what the row's position shows visually. */
  readonly place?: string;
  readonly cells: readonly string[];
  /** Whether the row has small digits above the operands they are added to. */
  readonly isCarry?: boolean;
  /** Whether the row is a result, written below a line. */
  readonly isResult?: boolean;
  /** Marks of the columns that differ from ordinary digits. */
  readonly marks?: readonly (BoardMark | undefined)[];
}

/** `lost` bits are struck through, `filled` bits are new, and `upper` bits of a product don't fit. */
export type BoardMark = 'lost' | 'filled' | 'upper';

interface BoardProps {
  caption: string;
  positionName: string;
  /** The position of each column, from the left. */
  positions: readonly number[];
  rows: readonly BoardRow[];
}

/**
 * A calculation as on paper: digits in columns, with small carries above. If the columns do not fit, it starts scrolled
 * to the right, where calculating begins.
 */
export function Board({ caption, positionName, positions, rows }: BoardProps) {
  return (
    // Remounts when the number of columns changes so that it starts at the right again.
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

/** Whether a gap follows, to separate groups of four. */
function hasGap(position: number): true | undefined {
  return (position > 0 && position % 4 === 0) || undefined;
}
