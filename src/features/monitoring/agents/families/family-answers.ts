import type { HostSeries } from '../../exposition/host-series.js';
import { AgentQuestions } from '../agent-questions.js';
import { FAMILIES_MAX } from '../protocol/families-bounds.js';
import { FamiliesReader } from '../protocol/families-reader.js';
import { ProtocolError } from '../protocol/protocol.js';
import type { FamiliesMessage } from '../protocol/schemas.js';

interface FamilyAnswersDeps {
  readonly ask: (id: number) => void;
  readonly steadyMs: () => number;
}

/** Minimum length of a part that is not the last one, so that an answer has only a few. */
const PART_MIN = 10_000;

/** Asks an agent for its families, and puts the parts of its answers together. */
export class FamilyAnswers {
  readonly #questions: AgentQuestions<HostSeries>;
  readonly #reader = new FamiliesReader();
  #begun: { readonly id: number; readonly data: string } | undefined;

  constructor(deps: FamilyAnswersDeps) {
    this.#questions = new AgentQuestions({ ...deps, name: 'families' });
  }

  /** Resolves to null if there is no answer in time. */
  ask(): Promise<HostSeries | null> {
    return this.#questions.ask();
  }

  /**
   * Takes a part. A late answer is read as well, since the next ones may have values only.
   *
   * @returns the series, with the last part.
   * @throws {ProtocolError} if it was not requested, is malformed, or too long.
   */
  take({ id, data, more }: FamiliesMessage['families']): HostSeries | undefined {
    this.#questions.requireAsked(id);
    if (this.#begun && id < this.#begun.id) throw new ProtocolError('families: a part of an earlier answer');
    if (more && data.length < PART_MIN) throw new ProtocolError('families: too short a part');
    const begun = this.#begun?.id === id ? this.#begun.data : '';
    if (begun.length + data.length > FAMILIES_MAX.packedLength) throw new ProtocolError('families: too long');
    this.#begun = more ? { id, data: begun + data } : undefined;
    if (more) return undefined;
    const series = this.#reader.read(begun + data);
    this.#questions.take(id, series);
    return series;
  }

  beat(nowMs: number): void {
    this.#questions.beat(nowMs);
  }

  end(): void {
    this.#questions.end();
  }
}
