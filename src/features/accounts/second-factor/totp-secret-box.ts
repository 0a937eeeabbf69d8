import { SecretBox } from '../../../shared/secret-box.js';

/** Encrypts the secrets of authenticator apps, to protect them in the database and its backups. */
export function totpSecretBox(secretKey: string): SecretBox {
  return new SecretBox(secretKey, 'secrets of authenticator apps');
}
