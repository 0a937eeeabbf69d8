import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('deploy/compose*.yaml').sort();
const ofVigia = files.filter((file) => readFileSync(file, 'utf8').includes('image: vigia:'));

/** Restrictions of the documented `docker run`, and how Compose writes each. */
const RESTRICTIONS = [
  ['--read-only', 'read_only: true'],
  ['--cap-drop ALL', 'cap_drop:\n      - ALL'],
  ['--security-opt no-new-privileges', 'security_opt:\n      - no-new-privileges:true'],
] as const;

test('each compose file of Vigia uses the image of this version, and loads it in its head', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(ofVigia).toEqual(['deploy/compose.agent.yaml', 'deploy/compose.yaml']);
  for (const file of ofVigia) {
    const text = readFileSync(file, 'utf8');
    expect(text.match(/^ {4}image: .*/gm)).toEqual([`    image: vigia:${version}`]);
    expect(text).toContain(`docker load --input vigia-${version}-oci.tar\n`);
  }
});

test.each(ofVigia)('%s restricts the container as the documented command does', (file) => {
  const compose = readFileSync(file, 'utf8');
  const page = readFileSync('docs/operations/install.md', 'utf8');
  for (const [option, written] of RESTRICTIONS) {
    expect(page).toContain(option);
    expect(compose).toContain(`    ${written}\n`);
  }
});
