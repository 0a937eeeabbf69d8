import type { FamiliesWriter } from '../features/monitoring/agents/protocol/families-writer.js';
import type { FamilySource } from '../features/monitoring/exposition/metric-family.js';
import type { BusiestProcesses } from '../features/monitoring/host/processes/processes.js';
import type { Logger } from '../shared/logger.js';
import { sentProcesses } from './sent-forms.js';

interface HubQuestionsDeps {
  readonly processes: { busiest(): Promise<BusiestProcesses | null> };
  readonly host: Partial<FamilySource>;
  readonly send: (message: object) => void;
  readonly logger: Pick<Logger, 'log'>;
}

/**
 * Answers the hub's questions on one connection, one of a kind at a time however often the hub asks, since reading all of
 * a machine is expensive.
 */
export class HubQuestions {
  #isReadingProcesses = false;
  #isReadingFamilies = false;
  #writer: FamiliesWriter | undefined;

  constructor(private readonly deps: HubQuestionsDeps) {}

  async answerProcesses(id: number): Promise<void> {
    if (this.#isReadingProcesses) return;
    this.#isReadingProcesses = true;
    const busiest = await this.deps.processes.busiest().catch(() => null);
    this.#isReadingProcesses = false;
    this.deps.send({ processes: { id, busiest: busiest && sentProcesses(busiest) } });
  }

  async answerFamilies(id: number): Promise<void> {
    if (this.#isReadingFamilies) return;
    this.#isReadingFamilies = true;
    try {
      await this.#sendFamilies(id);
    } catch (error) {
      // The next question may be answered again. An upgrade, for example, has replaced the files of this process.
      this.deps.logger.log('warn', 'The counters of this machine cannot be read', { error });
    } finally {
      this.#isReadingFamilies = false;
    }
  }

  async #sendFamilies(id: number): Promise<void> {
    const families = (await this.deps.host.readFamilies?.()) ?? [];
    // Loaded with the first question, since most hubs are not scraped and ask none.
    const { FamiliesWriter } = await import('../features/monitoring/agents/protocol/families-writer.js');
    this.#writer ??= new FamiliesWriter();
    for (const message of this.#writer.write(id, families)) this.deps.send(message);
  }
}
