import type { GroupPiece, KarnaughGroup } from '../../../../../src/features/conversion/rules/logic-forms/karnaugh-map';

/** Dimensions of a drawn map in pixels; they must match the style sheet. */
export const MAP = { cell: 56, headWidth: 40, headHeight: 32 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DrawnPiece {
  readonly map: number;
  /** Outline, left open where it crosses an edge of the map. */
  readonly outline: string;
  readonly fill: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Centre of the group's letter. */
  readonly label: Point;
}

/** A group with its distinguishing letter, line style and distance from the cell edges. */
export interface DrawnGroup {
  readonly letter: string;
  readonly dashes: string;
  readonly pieces: readonly DrawnPiece[];
}

const DASHES = ['none', '7 4', '2 3', '10 3 2 3'];
const LANES = 4;
/** Distance of a lane's outline from the cell edges, and how far a piece extends past an edge of the map. */
const INSET = 3;
const LANE = 4;
const PAST = 6;
const CORNER = 8;
/** Minimum distance of a letter's centre from the cell edges. */
const LETTER = 7;

/** Lays out the groups of a map. Groups that share a cell are nested as far as there is room. */
export function layOutGroups(groups: readonly KarnaughGroup[]): DrawnGroup[] {
  const lanes: number[] = [];
  return groups.map((group, index) => {
    const taken = new Set(lanes.filter((_, other) => sharesCell(group, groups[other])));
    const free = Array.from({ length: LANES }, (_, lane) => lane).find((lane) => !taken.has(lane));
    lanes.push(free ?? index % LANES);
    const inset = INSET + LANE * (lanes[index] ?? 0);
    return {
      letter: letterOf(index),
      dashes: DASHES[index % DASHES.length] ?? 'none',
      pieces: group.pieces.map((piece) => layOutPiece(piece, inset, (lanes[index] ?? 0) % LANES)),
    };
  });
}

/** Returns a, b, … z, aa, ab, … */
export function letterOf(index: number): string {
  const last = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}

function sharesCell(group: KarnaughGroup, other: KarnaughGroup | undefined): boolean {
  return other?.cells.some((cell) => group.cells.includes(cell)) ?? false;
}

function layOutPiece(piece: GroupPiece, inset: number, lane: number): DrawnPiece {
  const { map, row, column, rows, columns, pastTop, pastBottom, pastLeft, pastRight } = piece;
  const past = (isPast: boolean) => (isPast ? -PAST : inset);
  const left = MAP.headWidth + column * MAP.cell + past(pastLeft);
  const top = MAP.headHeight + row * MAP.cell + past(pastTop);
  const right = MAP.headWidth + (column + columns) * MAP.cell - past(pastRight);
  const bottom = MAP.headHeight + (row + rows) * MAP.cell - past(pastBottom);
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return {
    map,
    outline: drawOutline(corners, [pastTop, pastRight, pastBottom, pastLeft]),
    fill: { x: left, y: top, width: right - left, height: bottom - top },
    label: labelOf(piece, inset, lane),
  };
}

/** Places the letters of groups that share cells at different corners, away from the digit in the middle. */
function labelOf({ row, column, rows, columns }: GroupPiece, inset: number, lane: number): Point {
  const near = Math.max(inset, LETTER);
  const left = MAP.headWidth + column * MAP.cell + near;
  const right = MAP.headWidth + (column + columns) * MAP.cell - near;
  const top = MAP.headHeight + row * MAP.cell + LETTER;
  const bottom = MAP.headHeight + (row + rows) * MAP.cell - LETTER;
  return { x: lane % 2 === 0 ? left : right, y: lane < 2 ? top : bottom };
}

/** Draws the closed sides from corner to corner, rounded where two of them meet. */
function drawOutline(corners: readonly Point[], open: readonly boolean[]): string {
  const closed = (side: number) => open[(side + 4) % 4] === false;
  const corner = (index: number) => corners[index % 4] as Point;
  return [0, 1, 2, 3]
    .filter(closed)
    .map((side) => {
      const [from, to] = [corner(side), corner(side + 1)];
      const start = closed(side - 1) ? towards(from, to) : from;
      const end = closed(side + 1) ? towards(to, from) : to;
      const bend = closed(side + 1) ? `Q${pair(to)} ${pair(towards(to, corner(side + 2)))}` : '';
      return `M${pair(start)}L${pair(end)}${bend}`;
    })
    .join('');
}

function towards(from: Point, to: Point): Point {
  return { x: from.x + CORNER * Math.sign(to.x - from.x), y: from.y + CORNER * Math.sign(to.y - from.y) };
}

function pair({ x, y }: Point): string {
  return `${x} ${y}`;
}
