import { processEnvironment } from '../../settings/environment.js';
import { isEmailAddress } from '../../shared/addresses/email-address.js';
import { visible } from '../../shared/text/visible-text.js';
import { type Command, UsageError } from '../command.js';
import { exitCodeFor, type Finding, worstLevel } from '../doctor/finding.js';

/** Says what would keep Vigia from working (contract 10). */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Says what would keep Vigia from working, and what to do; writes nothing.',
  notes: [
    'It looks at settings, address, proxy, clock, disk, database, stored secrets, mail and time zone, whether or not the',
    'service runs. Run it as the user of the service, with its settings. Exit code 0: all is well, 1: warnings, 2: problems.',
    'docs/operations/doctor.md explains the findings.',
  ],
  options: {
    json: { type: 'boolean', summary: 'prints the findings as JSON' },
    'send-to': { type: 'string', summary: 'sends a test mail to this address' },
  },
  example: 'vigia doctor',
  async run({ options: { json, 'send-to': sendTo } }) {
    if (sendTo !== undefined && !isEmailAddress(String(sendTo)))
      throw new UsageError('--send-to takes an e-mail address');
    const { diagnose } = await import('../doctor/diagnose.js');
    const findings = await diagnose(processEnvironment(), {
      sendTo: sendTo === undefined ? undefined : String(sendTo),
    });
    const worst = worstLevel(findings);
    if (json) console.log(JSON.stringify({ worst, findings }, null, 2));
    else for (const finding of findings) console.log(formatLine(finding));
    // A check that was given up may still hold a connection.
    process.exit(exitCodeFor(worst));
  },
};

/** Width of the longest subject. */
const CHECK_WIDTH = 'second factors'.length;
const LEVEL_WIDTH = 'problem'.length;

function formatLine({ check, level, text }: Finding): string {
  return `${level.padEnd(LEVEL_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${visible(text)}`;
}
