import { expect, test } from 'vitest';
import { readAttestation } from '../../../../src/features/accounts/passkeys/passkey-response.js';

const base64url = (text: string) => Buffer.from(text).toString('base64url');

test('no browser can name more transports than the database stores', () => {
  const transports = [...Array.from({ length: 20 }, () => 'abcdefghijkl'), 'too-long-to-be-one', 7];
  const clientDataJSON = base64url(JSON.stringify({ challenge: 'a' }));
  const response = { clientDataJSON, attestationObject: base64url('x'), transports };
  const read = readAttestation(JSON.stringify({ id: base64url('id'), response }));
  expect(read?.transports).toContain('abcdefghijkl');
  expect(read?.transports.join().length).toBeLessThanOrEqual(100);
});
