import { SecretBox } from '../../../shared/secret-box.js';

/** Seals the secrets of authenticator apps, which nobody reads in the database or a backup of it. */
export function totpSecretBox(secretKey: string): SecretBox {
  return new SecretBox(secretKey, 'secrets of authenticator apps');
}
