import { useState } from 'react';
import type { Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { textIn } from '../../../../../src/features/conversion/rules/logic/notation-text';
import type { TruthNames } from '../../../../../src/features/conversion/rules/logic/truth-names';
import { karnaughMap } from '../../../../../src/features/conversion/rules/logic-forms/karnaugh-map';
import type { MinimalForm, Prime } from '../../../../../src/features/conversion/rules/logic-forms/minimise';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';
import { letterOf } from './karnaugh-layout';
import { KarnaughView } from './karnaugh-view';

interface FormGroupsProps {
  minimal: MinimalForm;
  notation: Notation | undefined;
  names: TruthNames;
  onTurn: ((index: number) => void) | undefined;
}

/** Shows the Karnaugh map and the prime implicants; those of the form can be highlighted. */
export function FormGroups({ minimal, notation, names, onTurn }: FormGroupsProps) {
  const [chosen, choose] = useState<number>();
  if (minimal.function.variables.length === 0) return null;
  return (
    <>
      <div className="form-part form-map">
        <h3>{t('ui.forms.map')}</h3>
        {onTurn && <p className="hint">{t('ui.forms.mapHint')}</p>}
        <KarnaughView map={karnaughMap(minimal)} names={names} chosen={chosen} onTurn={onTurn} />
      </div>
      {minimal.primes.length > 0 && (
        <div className="form-part form-primes">
          <h3>{t('ui.forms.primes')}</h3>
          <PrimeTable minimal={minimal} notation={notation} chosen={chosen} onChoose={choose} />
        </div>
      )}
    </>
  );
}

interface PrimeTableProps {
  minimal: MinimalForm;
  notation: Notation | undefined;
  /** Index of the form's highlighted group. */
  chosen: number | undefined;
  onChoose(chosen: number | undefined): void;
}

function PrimeTable({ minimal: { primes, cover, expression }, notation, chosen, onChoose }: PrimeTableProps) {
  return (
    <WideArea label={t('ui.forms.primes')}>
      <table className="data-table prime-table">
        <thead>
          <tr>
            <th scope="col">{t('ui.forms.group')}</th>
            <th scope="col">{t('ui.forms.term')}</th>
            <th scope="col">{t('ui.forms.pattern')}</th>
            <th scope="col">{t('ui.forms.cells')}</th>
            <th scope="col">{t('ui.forms.kind')}</th>
          </tr>
        </thead>
        <tbody>
          {[...primes].sort(chosenFirst).map((prime) => {
            const group = cover.indexOf(prime);
            return (
              <tr key={prime.pattern} data-shown={(group >= 0 && group === chosen) || undefined}>
                <td>
                  {group >= 0 && (
                    <button
                      className="group-letter"
                      type="button"
                      data-colour={group % 5}
                      aria-pressed={group === chosen}
                      aria-label={t('ui.forms.showGroup', { letter: letterOf(group) })}
                      onClick={() => onChoose(group === chosen ? undefined : group)}
                    >
                      {letterOf(group)}
                    </button>
                  )}
                </td>
                <th scope="row" className="figures">
                  {textIn(prime.expression, notation, expression)}
                </th>
                <td className="figures">{prime.pattern}</td>
                <td className="figures prime-rows">{prime.rows.join(', ')}</td>
                <td>{kindOf(prime)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </WideArea>
  );
}

/** Sorts the primes of the form first, in its order. */
function chosenFirst(a: Prime, b: Prime): number {
  return Number(b.isChosen) - Number(a.isChosen);
}

function kindOf({ isEssential, isChosen }: Prime): string {
  if (isEssential) return t('ui.forms.essential');
  return t(isChosen ? 'ui.forms.chosen' : 'ui.forms.unneeded');
}
