import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProcessCommand } from '../../../../../src/features/monitoring/host/processes/process-command.js';

/** Creates a folder like `/proc` whose processes have these command lines. */
function procWith(commandLines: Readonly<Record<number, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-proc-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [id, text] of Object.entries(commandLines)) {
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, 'cmdline'), text);
  }
  return folder;
}

describe('the full command of a process', () => {
  test('is its program and arguments, as one line that controls no terminal', async () => {
    const command = new ProcessCommand({
      folder: procWith({ 1: 'node\0--port\x008000\0', 2: 'nginx: master process', 3: 'a\0\0b\u001b[31m\n\0', 4: '' }),
    });
    expect(await command.read(1)).toBe('node --port 8000');
    expect(await command.read(2)).toBe('nginx: master process');
    expect(await command.read(3)).toBe('a  b\ufffd[31m\ufffd');
    expect([await command.read(4), await command.read(5), await command.read(-1)]).toEqual([null, null, null]);
  });

  test('is cut at 3,500 bytes, which fit into a message between nodes', async () => {
    const command = new ProcessCommand({
      folder: procWith({ 1: 'x'.repeat(3497), 2: 'x'.repeat(3498), 3: '"é'.repeat(9999), 4: '\u0001'.repeat(9999) }),
    });
    expect(await command.read(1)).toBe('x'.repeat(3497));
    expect(await command.read(2)).toBe(`${'x'.repeat(3497)}…`);
    for (const id of [3, 4]) {
      const text = await command.read(id);
      expect(text?.endsWith('…')).toBe(true);
      expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(3500);
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(7100);
    }
  });

  test.runIf(process.platform === 'linux')('is that of the process which runs', async () => {
    const child = spawn('sleep', ['123.25'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const command = new ProcessCommand();
    await expect.poll(() => command.read(child.pid ?? 0)).toBe('sleep 123.25');
    child.kill('SIGKILL');
    await expect.poll(() => command.read(child.pid ?? 0)).toBeNull();
  });

  test.runIf(process.platform === 'linux')(
    'is unknown after a second while one hangs, and nothing piles up',
    async () => {
      const folder = procWith({ 2: 'node\0' });
      mkdirSync(join(folder, '1'));
      const pipe = join(folder, '1', 'cmdline');
      // Opening a pipe blocks until somebody writes, like reading a blocked process, which responds only once it
      // continues.
      execFileSync('mkfifo', [pipe]);
      const command = new ProcessCommand({ folder, deadlineMs: 50 });
      const opened = [command.read(1), command.read(2), command.read(2)];
      expect(await Promise.all(opened)).toEqual([null, null, null]);
      writeFileSync(pipe, 'late\0');
      await expect.poll(() => command.read(2)).toBe('node');
    },
  );
});
