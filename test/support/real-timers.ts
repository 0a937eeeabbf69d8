import { afterEach, vi } from 'vitest';

// A test that fails before it puts them back leaves no false time to those after it, in whatever file.
afterEach(() => void vi.useRealTimers());
