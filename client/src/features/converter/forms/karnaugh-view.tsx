import './karnaugh.css';
import type { TruthNames } from '../../../../../src/features/conversion/rules/logic/truth-names';
import type { KarnaughMap, MapPart } from '../../../../../src/features/conversion/rules/logic-forms/karnaugh-map';
import { t } from '../../../lib/i18n/t';
import { type DrawnGroup, layOutGroups, MAP } from './karnaugh-layout';

interface KarnaughViewProps {
  map: KarnaughMap;
  names: TruthNames;
  /** Index of the highlighted group; undefined if there is none. */
  chosen: number | undefined;
  /** Changes the output of a cell; if missing, outputs are fixed. */
  onTurn?: ((index: number) => void) | undefined;
  /** Whether outputs and groups are left out, for a map to fill in on paper. */
  isBlank?: boolean;
}

/** Shows the maps of a function side by side, with the groups of its form outlined. */
export function KarnaughView({ map, names, chosen, onTurn, isBlank = false }: KarnaughViewProps) {
  const groups = layOutGroups(isBlank ? [] : map.groups);
  return (
    <div className="karnaugh" data-maps={map.maps.length}>
      {map.maps.map((part, index) => (
        <figure className="karnaugh-map" key={part.label}>
          {map.mapVariables.length > 0 && (
            <figcaption className="figures">{`${map.mapVariables.join('')} = ${part.label}`}</figcaption>
          )}
          <div className="karnaugh-cells">
            <Cells map={map} part={part} names={isBlank ? NO_NAMES : names} onTurn={onTurn} />
            <Groups groups={groups} index={index} map={map} chosen={chosen} />
          </div>
        </figure>
      ))}
    </div>
  );
}

/** Outputs of a blank map. */
const NO_NAMES: TruthNames = ['', ''];

interface CellsProps extends Pick<KarnaughViewProps, 'map' | 'names' | 'onTurn'> {
  part: MapPart;
}

function Cells({ map: { rowVariables, columnVariables, rowLabels, columnLabels }, part, names, onTurn }: CellsProps) {
  const text = (output: string) => (output === '-' ? '–' : names[output === '1' ? 1 : 0]);
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col" className="karnaugh-corner">
            <span>{columnVariables.join('')}</span>
            {rowVariables.length > 0 && <span>{rowVariables.join('')}</span>}
          </th>
          {columnLabels.map((label) => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowLabels.map((label, row) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {part.cells
              .filter((cell) => cell.row === row)
              .map(({ index, output }) => (
                <td key={index} data-output={output}>
                  {onTurn ? (
                    <button
                      type="button"
                      aria-label={t('ui.forms.turn', { index, output: text(output) })}
                      onClick={() => onTurn(index)}
                    >
                      {text(output)}
                    </button>
                  ) : (
                    text(output)
                  )}
                  <span className="karnaugh-index" aria-hidden="true">
                    {index}
                  </span>
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GroupsProps extends Pick<KarnaughViewProps, 'map' | 'chosen'> {
  groups: readonly DrawnGroup[];
  index: number;
}

/** Space for outlines past the edge of the map. */
const MARGIN = 10;

/** Hidden from screen readers because the list of groups beside the map names their cells. */
function Groups({ groups, index, map: { rowLabels, columnLabels }, chosen }: GroupsProps) {
  const width = MAP.headWidth + MAP.cell * columnLabels.length + MARGIN;
  const height = MAP.headHeight + MAP.cell * rowLabels.length + MARGIN;
  return (
    <svg
      className="karnaugh-groups"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {groups.map(({ letter, dashes, pieces }, at) => (
        <g
          key={letter}
          className="karnaugh-group"
          data-colour={at % 5}
          data-chosen={chosen === at || undefined}
          data-faded={(chosen !== undefined && chosen !== at) || undefined}
        >
          {pieces
            .filter((piece) => piece.map === index)
            .map(({ outline, fill, label }) => (
              <g key={outline}>
                <rect className="karnaugh-fill" {...fill} rx="6" />
                <path d={outline} strokeDasharray={dashes} />
                <Letter letter={letter} {...label} />
              </g>
            ))}
        </g>
      ))}
    </svg>
  );
}

function Letter({ letter, x, y }: { letter: string; x: number; y: number }) {
  const width = 7 * letter.length + 5;
  return (
    <>
      <rect className="karnaugh-tag" x={x - width / 2} y={y - 6.5} width={width} height="13" rx="3" />
      <text x={x} y={y + 3.5} textAnchor="middle">
        {letter}
      </text>
    </>
  );
}
