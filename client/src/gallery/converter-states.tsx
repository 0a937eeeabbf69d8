import { conversionSteps } from '../../../src/conversion/rules/conversion-steps';
import { parseExpression } from '../../../src/conversion/rules/parse-expression';
import { signAndMagnitude, twosComplement, unsigned } from '../../../src/conversion/rules/representations';
import { evaluateNodes, truthTable } from '../../../src/conversion/rules/truth-table';
import { FaultMark } from '../components/fault-mark';
import { Circuit } from '../components/logic/circuit';
import { TruthTableView } from '../components/logic/truth-table-view';
import { BitSwitches } from '../features/converter/bits/bit-switches';
import { RepresentationList } from '../features/converter/bits/representation-list';
import { NumberField } from '../features/converter/number/number-field';
import { StepTable } from '../features/converter/steps/step-tables';
import { GalleryPart } from './gallery-part';

/** The parts of the converter. */
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
