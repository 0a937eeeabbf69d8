import { pbkdf2 } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, pbkdf2: vi.fn(real.pbkdf2) };
});

const SALTED = 'c2FsdA$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A=';

describe('a failed login takes as long as a successful one (promise 8)', () => {
  test.each([
    ['nobody', undefined],
    ['an unusable password', '!iJxhirs3In6JV0xVT4ATlYtt1ZoCfV5Wlu5UI02E'],
    ['no password', ''],
    ['another encoding', 'argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdHNhbHQ$aGFzaA'],
    ['a damaged hash', 'pbkdf2_sha256$10$salt$aGFzaA=='],
    ['absurdly many rounds', `pbkdf2_sha256$5000001$${SALTED}`],
  ])('%s', async (_title, encoded) => {
    const hasher = new PasswordHasher(123);
    await hasher.hash('until the first hash is made', []);
    vi.mocked(pbkdf2).mockClear();
    expect(await hasher.verify('a password', encoded)).toBe(false);
    expect(vi.mocked(pbkdf2).mock.calls.map(([, , rounds]) => rounds)).toEqual([123]);
  });

  test('five million rounds are still verified', async () => {
    const hasher = new PasswordHasher(123);
    vi.mocked(pbkdf2).mockClear();
    await hasher.verify('a password', `pbkdf2_sha256$5000000$${SALTED}`);
    expect(vi.mocked(pbkdf2).mock.calls.map(([, , rounds]) => rounds)).toContain(5_000_000);
  });
});
