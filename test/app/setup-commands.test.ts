import { expect, test } from 'vitest';
import { setupCommands } from '../../src/app/setup-commands.js';

test.each([
  ['vigia', null, 'vigia setup'],
  ['vigia', 'KVM', 'vigia setup'],
  ['vigia', 'LXC', 'vigia setup'],
  ['vigia', 'Docker', 'docker exec --interactive --tty <container> vigia setup'],
  ['vigia', 'Podman', 'podman exec --interactive --tty <container> vigia setup'],
  ['vigia', 'Kubernetes', 'kubectl exec --stdin --tty <pod> -- vigia setup'],
  ['npm run vigia --', 'Docker', 'npm run vigia -- setup'],
])('%s in %s: %s', (vigia, environment, make) => {
  const commands = setupCommands(vigia, environment);
  expect(commands).toEqual({ make, give: make.replace('setup', 'user staff <username>') });
});
