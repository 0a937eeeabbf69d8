import { afterEach, vi } from 'vitest';

// Protects later tests in any file from fake timers left by a test that failed before restoring them.
afterEach(() => void vi.useRealTimers());
