import { describe, expect, test } from 'vitest';
import type { AgentChannel } from '../../../../../src/features/monitoring/agents/agent-intake.js';
import { AgentFamilies } from '../../../../../src/features/monitoring/agents/families/agent-families.js';
import { HostSeries } from '../../../../../src/features/monitoring/exposition/host-series.js';
import { gauge } from '../../../../../src/features/monitoring/exposition/metric-family.js';
import { PlainClock } from '../../../../support/fakes/plain-clock.js';

const HOST = 7;

const loadOf = (value: number) => HostSeries.of([gauge('node_load1', 'x', [{ value }])]);

/** Creates the families of a host whose agent answers with the number of the question, unless it hangs. */
function withAgent() {
  const clock = new PlainClock();
  const agent = { questions: 0, hangs: false, isAble: true, answer: loadOf as (value: number) => HostSeries };
  const channel: AgentChannel = {
    askProcesses: async () => null,
    tellInterval: () => {},
    end: () => {},
    get askFamilies() {
      if (!agent.isAble) return undefined;
      return async () => {
        agent.questions += 1;
        if (agent.hangs) return new Promise<null>(() => {});
        const series = agent.answer(agent.questions);
        families.take(HOST, series);
        return series;
      };
    },
  };
  const families = new AgentFamilies({ clock, channelOf: (host) => (host === HOST ? channel : undefined) });
  const read = async () => (await families.read([HOST, 99])).get(HOST)?.textsFor(undefined).join('');
  /** Reads while the agent hangs, which takes a second. */
  const readLate = () => {
    const reading = read();
    clock.advance({ seconds: 1 });
    return reading;
  };
  return { clock, agent, families, read, readLate };
}

describe('families of agents (contract 14)', () => {
  test('are asked for when somebody scrapes, and not again within five seconds', async () => {
    const { clock, agent, read } = withAgent();
    clock.advance({ seconds: 300 });
    expect(agent.questions).toBe(0);
    expect(await read()).toBe('node_load1 1\n');
    clock.advance({ seconds: 4.4 });
    expect(await read()).toBe('node_load1 1\n');
    clock.advance({ seconds: 0.1 });
    expect(await read()).toBe('node_load1 2\n');
    clock.advance({ seconds: 60 });
    expect(agent.questions).toBe(2);
  });

  test('of an agent that hangs delay a scrape by a second at most, and end after two of its intervals', async () => {
    const { clock, agent, read, readLate } = withAgent();
    await read();
    agent.hangs = true;
    clock.advance({ seconds: 15 });
    expect(await readLate()).toBe('node_load1 1\n');
    clock.advance({ seconds: 14 });
    expect(await readLate()).toBe('');
    agent.hangs = false;
    clock.advance({ seconds: 14 });
    expect(await read()).toBe('node_load1 4\n');
  });

  test('that come late are told with the next scrape', async () => {
    const { agent, families, read, readLate } = withAgent();
    agent.hangs = true;
    expect(await readLate()).toBe('');
    families.take(HOST, loadOf(9));
    expect(await read()).toBe('node_load1 9\n');
  });

  test('are dropped when the agent is gone, and when nobody has scraped for ten minutes', async () => {
    const { clock, agent, families, read, readLate } = withAgent();
    await read();
    families.forget(HOST);
    agent.hangs = true;
    expect(await readLate()).toBe('');
    clock.advance({ seconds: 599 });
    families.take(HOST, loadOf(1));
    clock.advance({ seconds: 1 });
    expect(await readLate()).toBe('');
    families.take(HOST, loadOf(2));
    expect(await read()).toBe('node_load1 2\n');
  });

  test('are left to the sample for an older agent, and for one of a system that has none', async () => {
    const { agent, read } = withAgent();
    agent.isAble = false;
    expect(await read()).toBeUndefined();
    agent.isAble = true;
    agent.answer = () => new HostSeries([]);
    expect(await read()).toBeUndefined();
    expect(agent.questions).toBe(1);
  });
});
