import type { MinimiseTask } from '../../../../../src/features/conversion/rules/exercises/task';
import { TRUTH_FIGURES } from '../../../../../src/features/conversion/rules/logic/truth-names';
import { karnaughMap } from '../../../../../src/features/conversion/rules/logic-forms/karnaugh-map';
import type { Output } from '../../../../../src/features/conversion/rules/logic-forms/logic-function';
import { minimise } from '../../../../../src/features/conversion/rules/logic-forms/minimise';
import { KarnaughView } from '../forms/karnaugh-view';

interface PrintedMapProps {
  task: MinimiseTask;
  /** Whether the cells are left empty, for pupils to fill in and group. */
  isBlank: boolean;
}

/** The Karnaugh map of an exercise. */
export function PrintedMap({ task: { variables, outputs, form }, isBlank }: PrintedMapProps) {
  const map = karnaughMap(minimise({ variables, outputs: [...outputs] as Output[] }, form));
  return <KarnaughView map={map} names={TRUTH_FIGURES} chosen={undefined} isBlank={isBlank} />;
}
