import { BitsSection } from '../features/converter/bits/bits-section';
import { MachineValues } from '../features/converter/bits/machine-values';
import type { ConverterProps } from '../features/converter/converter-props';
import { useSample } from '../features/monitoring/live/use-sample';
import { loadMessages } from '../lib/i18n/load-messages';
import { useIsVisitor, useViewer } from '../lib/session/viewer';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.bits,ui.machine,ui.converterTab',
    import: 'default',
  }),
);

/** The bits of the number and, for users who see machines, a host's readings as additional numbers. */
export default function ConverterBits(props: ConverterProps) {
  const isVisitor = useIsVisitor();
  return (
    <BitsSection {...props}>
      {!isVisitor && <OwnMachineValues onOpen={(value) => props.onNumber(value, 10)} />}
    </BitsSection>
  );
}

function OwnMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const [{ seesNoMachines }] = useViewer();
  return seesNoMachines ? null : <LiveMachineValues onOpen={onOpen} />;
}

/** A separate component, so that a new sample re-renders nothing else. */
function LiveMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const { sample } = useSample();
  return <MachineValues sample={sample} onOpen={onOpen} />;
}
