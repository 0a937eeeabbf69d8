import { useState } from 'react';
import { CopyButton } from '../../../components/copy-button';
import { Choice } from '../../../components/forms/choice';
import { Notice } from '../../../components/status/notice';
import { t } from '../../../lib/i18n/t';
import { type AgentKind, agentCommand } from './agent-command';

/** Command to run on the machine. The token it contains is shown only once. */
export function AgentToken({ token }: { token: string }) {
  const [kind, setKind] = useState<AgentKind>('program');
  const command = agentCommand(kind, token, location.origin);
  return (
    <div className="agent-token">
      <Choice<AgentKind>
        legend={t('ui.machines.how')}
        value={kind}
        options={[
          { value: 'program', label: t('ui.machines.program') },
          { value: 'docker', label: t('ui.machines.docker') },
        ]}
        onChoose={setKind}
      />
      <p className="hint">{t(kind === 'docker' ? 'ui.machines.dockerHint' : 'ui.machines.programHint')}</p>
      <div className="agent-command">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className="agent-line" tabIndex={0} aria-label={t('ui.machines.line')}>
          <code>{command}</code>
        </section>
        <CopyButton label={t('ui.machines.line')} text={command}>
          {t('ui.machines.copy')}
        </CopyButton>
      </div>
      <Notice>{t('ui.machines.once')}</Notice>
    </div>
  );
}
