import { useState } from 'react';
import { useQuery } from 'urql';
import { useAction } from '../../../lib/graphql/use-action';
import { dateFormat, formatTimestamp } from '../../../lib/i18n/format';
import { say } from '../../../lib/i18n/say';
import { AskFirst } from '../parts/ask-first';
import { Mark, Record, Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { countOf } from './count-of';
import type { View } from './use-view';
import { versionsMessages as messages } from './versions.messages';
import { ABOUT_VERSIONS, type ListedVersion, UpdateVersion, VersionsQuery } from './versions.operations';

/** Every version, with what can be done to it. */
export function VersionList({ onShow }: { onShow(view: View): void }) {
  const pages = usePages();
  const [switched, setSwitched] = useState<ListedVersion | null>(null);
  const [{ data, error }, ask] = useQuery({
    query: VersionsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
  });
  return (
    <Section
      title={say(messages.title)}
      about={say(messages.about)}
      actions={
        <button className="button" type="button" onClick={() => onShow({ kind: 'create' })}>
          {say(messages.create)}
        </button>
      }
    >
      <Records
        label={say(messages.title)}
        page={data?.termsVersions}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={say(messages.empty)}
      >
        {(version) => (
          <VersionRow key={version.version} listed={version} onShow={onShow} onSwitch={() => setSwitched(version)} />
        )}
      </Records>
      {switched && (
        <SwitchQuestion
          listed={switched}
          shown={data?.termsVersions.nodes.find(({ isShown }) => isShown)}
          onClose={() => setSwitched(null)}
        />
      )}
    </Section>
  );
}

interface VersionRowProps {
  listed: ListedVersion;
  onShow(view: View): void;
  onSwitch(): void;
}

function VersionRow({ listed, onShow, onSwitch }: VersionRowProps) {
  const { version, createdAt, updatedAt, isActive, isShown, length, seenBy } = listed;
  const day = dateFormat({ dateStyle: 'long' }).format(new Date(createdAt));
  return (
    <Record
      title={`${say(messages.name, { version })} · ${day}`}
      marks={
        isShown ? (
          <Mark tone="good">{say(messages.shown)}</Mark>
        ) : (
          <Mark>{say(isActive ? messages.active : messages.inactive)}</Mark>
        )
      }
      facts={[
        say(updatedAt === createdAt ? messages.created : messages.saved, {
          moment: formatTimestamp(new Date(updatedAt)),
        }),
        say(messages.length, { count: countOf(length) }),
        seenByWords(seenBy),
      ]}
      actions={
        <>
          <button
            className="button button-small"
            type="button"
            aria-label={say(messages.editThis, { version })}
            onClick={() => onShow({ kind: 'edit', version })}
          >
            {say(messages.edit)}
          </button>
          <button
            className="button button-small"
            type="button"
            aria-label={say(messages.compareThis, { version })}
            onClick={() => onShow({ kind: 'compare', to: version, from: null })}
          >
            {say(messages.compare)}
          </button>
          <button
            className="button button-small"
            type="button"
            aria-label={say(isActive ? messages.deactivateThis : messages.activateThis, { version })}
            onClick={onSwitch}
          >
            {say(isActive ? messages.deactivate : messages.activate)}
          </button>
        </>
      }
    />
  );
}

function seenByWords(people: number): string {
  if (people === 0) return say(messages.seenByNobody);
  return people === 1 ? say(messages.seenByOne) : say(messages.seenBy, { count: countOf(people) });
}

interface SwitchQuestionProps {
  listed: ListedVersion;
  /** What is shown now, when it is on the same page of the list. */
  shown: ListedVersion | undefined;
  onClose(): void;
}

function SwitchQuestion({ listed, shown, onClose }: SwitchQuestionProps) {
  const { version, isActive, updatedAt } = listed;
  const { progress, run } = useAction(UpdateVersion, ABOUT_VERSIONS);
  const change = async () => {
    if (await run({ version, isActive: !isActive, seenUpdatedAt: updatedAt })) onClose();
  };
  return (
    <AskFirst
      title={`${say(isActive ? messages.deactivateThis : messages.activateThis, { version })}?`}
      text={say(consequenceOf(listed, shown))}
      action={say(isActive ? messages.deactivate : messages.activate)}
      progress={progress}
      onDo={change}
      onClose={onClose}
    />
  );
}

function consequenceOf(listed: ListedVersion, shown: ListedVersion | undefined) {
  if (listed.isActive) return listed.isShown ? messages.olderWillBeShown : messages.nothingShownChanges;
  const isNewest = !shown || listed.createdAt > shown.createdAt;
  return isNewest ? messages.willBeShown : messages.willNotBeShown;
}
