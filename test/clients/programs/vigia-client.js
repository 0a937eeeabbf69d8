import { VigiaClient } from 'vigia/client';
import { journey } from './journey.js';
import { CHOOSE_THEME, hostNames, ME, SAMPLES, tokens } from './service.js';

const client = new VigiaClient(process.env.VIGIA);
client.tokens = tokens;

await journey({
  query: async () => (await client.request(ME)).me.username,
  mutate: async () => (await client.request(CHOOSE_THEME)).changePreferences.theme,
  page: () => hostNames((query, variables) => client.request(query, variables)),
  subscribe: async (onSample, onEnd) => {
    try {
      for await (const { metrics } of client.subscribe(SAMPLES)) onSample(metrics.sampledAt);
      onEnd('complete');
    } catch (error) {
      onEnd(error);
    }
  },
  close: () => client.close(),
});
