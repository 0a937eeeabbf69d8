import './record-table.css';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../lib/i18n/t';
import { useMedia } from '../../lib/page/use-media';
import type { Column, Columns } from './columns';
import { type FocusTarget, Record, RecordList } from './records';

interface RecordTableProps<Item> {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  columns: Columns<Item>;
  focusTarget?: FocusTarget;
}

/** Below this width, table cells would take more lines than list rows. */
const ROOM_FOR_A_TABLE = '(width >= 800px), print';

/** Shows items as a table if there is room for one, otherwise as a list. */
export function RecordTable<Item>(props: RecordTableProps<Item>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const hasRoom = useMedia(ROOM_FOR_A_TABLE);
  const detailsOf = (item: Item) => {
    const { keyOf, details, nameOf } = props.columns;
    const content = details?.(item);
    if (!content) return {};
    const key = keyOf(item);
    const isOpen = open.has(key);
    const button = (
      <button
        className="button button-small"
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id + key : undefined}
        aria-label={`${t('ui.lists.details')}: ${nameOf?.(item)}`}
        onClick={() => setOpen((before) => (isOpen ? without(before, key) : new Set([...before, key])))}
      >
        {t('ui.lists.details')}
      </button>
    );
    return { button, shown: isOpen && <div id={id + key}>{content}</div> };
  };
  return hasRoom ? <Table {...props} detailsOf={detailsOf} /> : <List {...props} detailsOf={detailsOf} />;
}

interface PresentationProps<Item> extends RecordTableProps<Item> {
  detailsOf(item: Item): { button?: ReactNode; shown?: ReactNode };
}

function Table<Item>({ label, items, columns, focusTarget, detailsOf }: PresentationProps<Item>) {
  const { keyOf, title, before = [], after, actions, details } = columns;
  const all = [...before, title, ...after];
  const lastWidth = actions?.width ?? (details && '7.5rem');
  const count = all.length + (lastWidth ? 1 : 0);
  return (
    <table className="record-table" aria-label={label} ref={focusTarget} tabIndex={-1}>
      <colgroup>
        {all.map(({ name, width }) => (
          <col key={name} style={{ inlineSize: width }} />
        ))}
        {lastWidth && <col style={{ inlineSize: lastWidth }} />}
      </colgroup>
      <thead>
        <tr>
          {all.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {lastWidth && (
            <th scope="col">
              <span className="visually-hidden">{t('ui.lists.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      {items.map((item) => {
        const { button, shown } = detailsOf(item);
        const cell = (column: Column<Item>) => <td key={column.name}>{column.cell(item)}</td>;
        return (
          // One body per item, since the item's expanded details belong to it.
          <tbody key={keyOf(item)}>
            <tr>
              {before.map(cell)}
              <th scope="row">{title.cell(item)}</th>
              {after.map(cell)}
              {lastWidth && (
                <td className="record-table-actions">
                  <div className="record-actions">
                    {actions?.of(item)}
                    {button}
                  </div>
                </td>
              )}
            </tr>
            {shown && (
              <tr className="record-table-details">
                <td colSpan={count}>{shown}</td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}

function List<Item>({ label, items, columns, focusTarget, detailsOf }: PresentationProps<Item>) {
  const { keyOf, title, before = [], after, actions } = columns;
  const facts = [...before, ...after].filter(({ inList }) => inList !== 'beside title');
  const besideTitle = after.filter(({ inList }) => inList === 'beside title');
  return (
    <RecordList label={label} focusTarget={focusTarget}>
      {items.map((item) => {
        const { button, shown } = detailsOf(item);
        return (
          <Record
            key={keyOf(item)}
            title={
              <>
                {title.cell(item)}
                {besideTitle.map(({ name, cell }) => (
                  <span className="record-beside-title" key={name}>
                    {cell(item)}
                  </span>
                ))}
              </>
            }
            facts={facts.map((column) => renderFact(column, item))}
            actions={
              (actions || button) && (
                <>
                  {actions?.of(item)}
                  {button}
                </>
              )
            }
          >
            {shown}
          </Record>
        );
      })}
    </RecordList>
  );
}

/** Renders a column's name, then its content. */
function renderFact<Item>({ name, cell, inList }: Column<Item>, item: Item): ReactNode {
  const content = cell(item);
  if (!content || inList) return content;
  return (
    <>
      {name}: {content}
    </>
  );
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((other) => other !== key));
}
