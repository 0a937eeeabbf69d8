import { afterEach, vi } from 'vitest';

// Protects later tests, in whatever file, from fake timers left by a test that fails before restoring them.
afterEach(() => void vi.useRealTimers());
