import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAgentHub } from '../support/agents/agent-hub.js';
import { startAgent } from '../support/agents/agent-process.js';
import { AGENT_TOKEN, StandInIntake } from '../support/agents/stand-in-intake.js';
import { freePort } from '../support/processes/free-port.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function openFilesOf(pid = 0): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((fd) => readlinkSync(join(folder, fd), 'utf8'));
}

describe('an agent that is told to end', () => {
  test('hands over what it has measured in the minute that is not over, if no file keeps it', async () => {
    const intake = new StandInIntake();
    const hub = await startAgentHub(intake);
    const agent = startAgent(hub.port);
    await expect.poll(() => intake.samples.length).toBeGreaterThan(0);
    agent.process.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    // Two minutes, if one ends just now.
    const handedOver = [...intake.minutes.values()].flat().map(({ atMs }) => new Date(atMs).toISOString());
    expect(handedOver).toEqual(intake.samples.map(({ sample }) => sample.sampledAt));
  });

  test('ends at once although a file operation of it hangs', async () => {
    const file = join(temporaryFolder(), 'token');
    // Opening a pipe for reading blocks until somebody opens the other end, like a read from a hung file system.
    execFileSync('mkfifo', [file]);
    const agent = startAgent(await freePort(), ['--token-file', file], { VIGIA_AGENT_TOKEN: '' });
    execFileSync('sh', ['-c', `echo ${AGENT_TOKEN} > ${file}`]);
    await agent.line(/measures this machine/);
    // For its first connection, the agent reads the token again; this time nothing is written to the pipe.
    const writer = openSync(file, 'r+');
    onTestFinished(() => closeSync(writer));
    await expect.poll(() => openFilesOf(agent.process.pid)).toContain(file);
    agent.process.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
  });
});
