import type { ArithmeticTask } from '../../../src/features/conversion/rules/arithmetic/arithmetic-calculation';
import { binaryArithmetic } from '../../../src/features/conversion/rules/arithmetic/binary-arithmetic';
import { conversionSteps } from '../../../src/features/conversion/rules/bases/conversion-steps';
import { parseExpression } from '../../../src/features/conversion/rules/logic/parse-expression';
import { TRUTH_FIGURES } from '../../../src/features/conversion/rules/logic/truth-names';
import { evaluateNodes, truthTable } from '../../../src/features/conversion/rules/logic/truth-table';
import { karnaughMap } from '../../../src/features/conversion/rules/logic-forms/karnaugh-map';
import { minimise } from '../../../src/features/conversion/rules/logic-forms/minimise';
import { parseOutputs } from '../../../src/features/conversion/rules/logic-forms/parse-outputs';
import {
  signAndMagnitude,
  twosComplement,
  unsigned,
} from '../../../src/features/conversion/rules/representations/representations';
import { FaultMark } from '../components/fault-mark';
import { Circuit } from '../components/logic/circuit';
import { TruthTableView } from '../components/logic/truth-table-view';
import { BitSwitches } from '../features/converter/bits/bit-switches';
import { RepresentationList } from '../features/converter/bits/representation-list';
import { Board } from '../features/converter/board/board';
import { KarnaughView } from '../features/converter/forms/karnaugh-view';
import { NumberField } from '../features/converter/number/number-field';
import { boardRows } from '../features/converter/operations/board-rows';
import { StepTable } from '../features/converter/steps/step-tables';
import { GalleryPart } from './gallery-part';

export function ConverterStates() {
  return (
    <>
      <GalleryPart title="Numbers: empty, typed, long, at fault">
        <div className="number-fields">
          <NumberField name="Binary" base={2} value="" onType={() => {}} />
          <NumberField name="Decimal" base={10} value="-42" onType={() => {}} />
          <NumberField name="Octal" base={8} value={'7'.repeat(200)} onType={() => {}} />
          <NumberField name="Hexadecimal" base={16} value="0xFG" typed problemId="gallery-problem" onType={() => {}} />
        </div>
        <p className="error" id="gallery-problem">
          O “G” na posição 4 não existe na base 16.
        </p>
        <FaultMark text={`${'A AND '.repeat(12)}? OR B`} position={73} />
      </GalleryPart>
      <GalleryPart title="Bits: 8 with a sign, 32 without">
        <BitSwitches bits="11010110" width={8} signed onFlip={() => {}} />
        <BitSwitches bits={'10'.repeat(16)} width={32} signed={false} onFlip={() => {}} />
      </GalleryPart>
      <GalleryPart title="Kept as: within the range, beyond it">
        <RepresentationList
          representations={[unsigned(42n, 8), twosComplement(-42n, 16), signAndMagnitude(-300n, 8)]}
        />
      </GalleryPart>
      <GalleryPart title="Steps: place values, divisions, groups">
        {[conversionSteps(0x2fn, 16, 10), conversionSteps(42n, 10, 2), conversionSteps(0x2fn, 16, 2)].map(
          ({ steps }) => (
            <div className="stage" key={steps[0]?.kind}>
              <StepTable steps={steps} />
            </div>
          ),
        )}
      </GalleryPart>
      <GalleryPart title="On a board: a sum with a carry, a shift">
        <Calculation operation="ADD" number1={200n} number2={100n} />
        <Calculation operation="SHIFT_RIGHT" number1={-84n} number2={3n} />
      </GalleryPart>
      <GalleryPart title="Karnaugh maps: four variables with an output that does not matter, five of which a group stands out">
        <Karnaugh outputs="1011100-10110010" />
        <Karnaugh outputs="10000011110000111000001111000011" chosen={0} />
      </GalleryPart>
      <GalleryPart title="Circuits and truth tables">
        {['A', 'NOT A', 'A AND B', 'A NAND B', 'A OR B', 'A NOR B', 'A XOR B', 'A XNOR B', 'rain and (1 or not B)'].map(
          (text) => (
            <Logic key={text} text={text} />
          ),
        )}
      </GalleryPart>
    </>
  );
}

function Calculation(task: Pick<ArithmeticTask, 'operation' | 'number1' | 'number2'>) {
  const whole = { ...task, width: 8 } as const;
  const { positions, rows } = boardRows(binaryArithmetic(whole), whole);
  return <Board caption={task.operation} positionName="Position" positions={positions} rows={rows} />;
}

function Karnaugh({ outputs, chosen }: { outputs: string; chosen?: number }) {
  const given = parseOutputs(outputs);
  if ('problem' in given) return null;
  return <KarnaughView map={karnaughMap(minimise(given, 'SUM_OF_PRODUCTS'))} names={TRUTH_FIGURES} chosen={chosen} />;
}

function Logic({ text }: { text: string }) {
  const expression = parseExpression(text);
  if ('problem' in expression) return null;
  const table = truthTable(expression);
  const bits = table.variables.map(() => 1 as const);
  return (
    <>
      <Circuit
        nodes={table.nodes}
        values={evaluateNodes(table.nodes, new Map(table.variables.map((name) => [name, 1])))}
      />
      {text.includes('rain') && <TruthTableView table={table} bits={bits} onChoose={() => {}} />}
    </>
  );
}
