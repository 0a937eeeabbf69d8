import { useQuery } from 'urql';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Section } from '../../../components/layout/section';
import { Mark, Record, RecordList, Records } from '../../../components/lists/records';
import { RowMenu } from '../../../components/lists/row-menu';
import { usePages } from '../../../components/lists/use-pages';
import { useAction } from '../../../lib/graphql/use-action';
import { dateFormat, formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { View } from './use-view';
import { ABOUT_VERSIONS, type ListedVersion, UpdateVersion, VersionsQuery } from './versions.operations';

/** All versions, with their actions. */
export function VersionList({ onShow }: { onShow(view: View): void }) {
  const pages = usePages();
  const { subject: switched, ...dialog } = useDialog<ListedVersion>();
  const [{ data, error }, ask] = useQuery({
    query: VersionsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
  });
  return (
    <Section
      title={t('ui.versions.title')}
      about={t('ui.versions.about')}
      actions={
        <button className="button" type="button" onClick={() => onShow({ kind: 'create' })}>
          {t('ui.versions.create')}
        </button>
      }
    >
      <Records
        label={t('ui.versions.title')}
        page={data?.termsVersions}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={t('ui.versions.empty')}
      >
        {(versions, focusTarget) => (
          <RecordList label={t('ui.versions.title')} focusTarget={focusTarget}>
            {versions.map((version) => (
              <VersionRow
                key={version.version}
                listed={version}
                onShow={onShow}
                onSwitch={() => dialog.open(version)}
              />
            ))}
          </RecordList>
        )}
      </Records>
      {switched && (
        <SwitchQuestion
          listed={switched}
          shown={data?.termsVersions.nodes.find(({ isShown }) => isShown)}
          onClose={dialog.close}
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
      title={`${t('ui.versions.name', { version })} · ${day}`}
      marks={
        isShown ? (
          <Mark tone="good">{t('ui.versions.shown')}</Mark>
        ) : (
          <Mark>{t(isActive ? 'ui.versions.active' : 'ui.versions.inactive')}</Mark>
        )
      }
      facts={[
        t(updatedAt === createdAt ? 'ui.versions.created' : 'ui.versions.saved', {
          moment: formatTimestamp(new Date(updatedAt)),
        }),
        t('ui.versions.length', { count: length }),
        t('ui.versions.seenBy', { count: seenBy }),
      ]}
      actions={
        <RowMenu
          of={t('ui.versions.name', { version })}
          actions={[
            {
              label: t('ui.versions.edit'),
              name: t('ui.versions.editThis', { version }),
              onChoose: () => onShow({ kind: 'edit', version }),
            },
            {
              label: t('ui.versions.compare'),
              name: t('ui.versions.compareThis', { version }),
              onChoose: () => onShow({ kind: 'compare', to: version, from: null }),
            },
            {
              label: t(isActive ? 'ui.versions.deactivate' : 'ui.versions.activate'),
              name: t(isActive ? 'ui.versions.deactivateThis' : 'ui.versions.activateThis', { version }),
              onChoose: onSwitch,
            },
          ]}
        />
      }
    />
  );
}

interface SwitchQuestionProps {
  listed: ListedVersion;
  /** The currently shown version, if it is on the same page of the list. */
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
    <ConfirmationDialog
      title={`${t(isActive ? 'ui.versions.deactivateThis' : 'ui.versions.activateThis', { version })}?`}
      text={t(describeConsequence(listed, shown))}
      action={t(isActive ? 'ui.versions.deactivate' : 'ui.versions.activate')}
      progress={progress}
      onDo={change}
      onClose={onClose}
    />
  );
}

function describeConsequence(listed: ListedVersion, shown: ListedVersion | undefined) {
  if (listed.isActive) return listed.isShown ? 'ui.versions.olderWillBeShown' : 'ui.versions.nothingShownChanges';
  const isNewest = !shown || listed.createdAt > shown.createdAt;
  return isNewest ? 'ui.versions.willBeShown' : 'ui.versions.willNotBeShown';
}
