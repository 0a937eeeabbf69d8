import type { Representation } from '../../../../src/conversion/rules/representations';
import { ScrollArea } from '../../components/scroll-area';
import { say } from '../../lib/say';
import { BitPattern } from './bit-pattern';
import { converterMessages } from './converter.messages';

/** One number kept in several ways, a row each. */
export function RepresentationTable({ representations }: { representations: readonly Representation[] }) {
  const caption = say(converterMessages.keptCaption, { width: representations[0]?.width ?? '' });
  return (
    <ScrollArea label={caption}>
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say(converterMessages.way)}</th>
            <th scope="col">{say(converterMessages.pattern)}</th>
            <th scope="col">{say(converterMessages.hexadecimal)}</th>
            <th scope="col" className="number-cell">
              {say(converterMessages.means)}
            </th>
            <th scope="col">{say(converterMessages.range)}</th>
          </tr>
        </thead>
        <tbody>
          {representations.map((kept) => (
            <tr key={kept.kind}>
              <th scope="row">{say(converterMessages.kinds[kept.kind])}</th>
              <td className="figures">
                <BitPattern bits={kept.bits} signed={kept.kind !== 'UNSIGNED'} />
              </td>
              <td className="figures">{kept.hex}</td>
              <td className="figures number-cell" data-overflow={kept.overflow ?? undefined}>
                {kept.decimal}
                {kept.overflow && <span className="cell-note">{say(converterMessages.doesNotFit)}</span>}
              </td>
              <td className="figures range-cell">
                {say(converterMessages.fromTo, { minimum: kept.minimum, maximum: kept.maximum })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
