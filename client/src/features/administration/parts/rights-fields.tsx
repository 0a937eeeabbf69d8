import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { t } from '../../../lib/i18n/t';
import { type MachineAccess, type Rights, type Role, roleNames } from './rights';

interface RightsFieldsProps {
  rights: Rights;
  /** Errors about the tags. */
  faults: readonly string[] | undefined;
  /** Whether the access policy may decide on the machines. */
  hasPolicy?: boolean;
  onChange(rights: Rights): void;
}

/** Role, and for members the machines that they see. */
export function RightsFields({ rights, faults, hasPolicy = false, onChange }: RightsFieldsProps) {
  const { role, machines, tags } = rights;
  const choices: MachineAccess[] = ['ALL', 'TAGGED', 'NONE'];
  return (
    <>
      <Choice<Role>
        legend={t('ui.rights.role')}
        value={role}
        onChoose={(chosen) => onChange({ ...rights, role: chosen })}
        options={(['MEMBER', 'OPERATOR', 'STAFF'] as const).map((value) => ({ value, label: t(roleNames[value]) }))}
      />
      <p className="hint">{t(ABOUT[role])}</p>
      {role === 'MEMBER' && (
        <Choice<Rights['machines']>
          legend={t('ui.rights.machines')}
          value={machines}
          onChoose={(chosen) => onChange({ ...rights, machines: chosen })}
          options={[...(hasPolicy ? (['POLICY'] as const) : []), ...choices].map((value) => ({
            value,
            label: t(MACHINES[value]),
          }))}
        />
      )}
      {role === 'MEMBER' && machines === 'TAGGED' && (
        <Field
          label={t('ui.rights.tags')}
          hint={t('ui.rights.tagsHint')}
          name="machine-tags"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={tags}
          faults={faults}
          onChange={({ target }) => onChange({ ...rights, tags: target.value })}
        />
      )}
    </>
  );
}

const ABOUT = {
  MEMBER: 'ui.rights.about.MEMBER',
  OPERATOR: 'ui.rights.about.OPERATOR',
  STAFF: 'ui.rights.about.STAFF',
} as const;

const MACHINES = {
  POLICY: 'ui.rights.choices.POLICY',
  ALL: 'ui.rights.choices.ALL',
  TAGGED: 'ui.rights.choices.TAGGED',
  NONE: 'ui.rights.choices.NONE',
} as const;
