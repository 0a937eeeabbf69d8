import { useState } from 'react';
import { useQuery } from 'urql';
import { Choice } from '../../../components/forms/choice';
import { Notice } from '../../../components/status/notice';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { type AgentKind, agentCommand } from './agent-command';
import { type AgentHub, AgentHubQuery } from './hosts.operations';
import { collectorYaml, sdkVariables } from './otlp-settings';
import { PasteBlock } from './paste-block';

/** How the sender of the figures is set up. */
export type Sender = 'AGENT' | 'OTLP' | 'COLLECTOR';

interface TokenStepsProps {
  sender: Sender;
  token: string;
}

/** Explains what to paste where. The token is in it, and is shown only once. */
export function TokenSteps({ sender, token }: TokenStepsProps) {
  const [{ data, error }, ask] = useQuery({ query: AgentHubQuery });
  if (!data) {
    if (error) return <Failure text={describeFailure(error).text} onRetry={() => ask()} />;
    return <Loading lines={2} />;
  }
  const hub = data.agentHub;
  return (
    <div className="token-steps">
      {sender === 'AGENT' ? <AgentSteps hub={hub} token={token} /> : <OtlpSteps hub={hub} {...{ sender, token }} />}
      <Notice>{t('ui.machines.once')}</Notice>
    </div>
  );
}

function AgentSteps({ hub, token }: { hub: AgentHub; token: string }) {
  const [kind, setKind] = useState<AgentKind>('installed');
  return (
    <>
      <Choice<AgentKind>
        legend={t('ui.machines.how')}
        value={kind}
        options={[
          { value: 'installed', label: t('ui.machines.installed') },
          { value: 'docker', label: t('ui.machines.docker') },
        ]}
        onChoose={setKind}
      />
      <p className="hint">{t(kind === 'docker' ? 'ui.machines.dockerHint' : 'ui.machines.installedHint')}</p>
      <PasteBlock label={t('ui.machines.line')} text={agentCommand(kind, token, hub)} />
    </>
  );
}

type OtlpKind = 'sdk' | 'collector';

interface OtlpStepsProps extends TokenStepsProps {
  hub: AgentHub;
}

/** A token for one machine may be used by an SDK or by a collector; one for many only by a collector. */
function OtlpSteps({ hub, sender, token }: OtlpStepsProps) {
  const [kind, setKind] = useState<OtlpKind>(sender === 'COLLECTOR' ? 'collector' : 'sdk');
  return (
    <>
      {sender === 'OTLP' && (
        <Choice<OtlpKind>
          legend={t('ui.machines.otlpHow')}
          value={kind}
          options={[
            { value: 'sdk', label: t('ui.machines.sdk') },
            { value: 'collector', label: t('ui.machines.collector') },
          ]}
          onChoose={setKind}
        />
      )}
      <p className="hint">{t(kind === 'sdk' ? 'ui.machines.sdkHint' : 'ui.machines.collectorHint')}</p>
      {kind === 'sdk' ? (
        <PasteBlock label={t('ui.machines.sdkLines')} text={sdkVariables(hub, token)} />
      ) : (
        <PasteBlock label={t('ui.machines.collectorLines')} text={collectorYaml(hub, token)} />
      )}
      {hub.pin && <p className="hint">{t('ui.machines.otlpCertificate')}</p>}
    </>
  );
}
