import { registerEnumType } from 'type-graphql';
import type { MachineChoice } from '../../../shared/identity/machine-access.js';
import type { Role } from '../../../shared/identity/role.js';

export const RoleType = {
  MEMBER: 'MEMBER',
  OPERATOR: 'OPERATOR',
  STAFF: 'STAFF',
} as const satisfies { readonly [Name in Role]: Name };
registerEnumType(RoleType, {
  name: 'Role',
  description: 'Role of an account.',
  valuesConfig: {
    MEMBER: { description: 'Reads what it sees, converts, learns, and keeps its own account.' },
    OPERATOR: { description: 'Also changes rules, silences and hosts, and sees all machines.' },
    STAFF: { description: 'Also manages accounts, channels, terms and the service, and sees all machines.' },
  },
});

export const MachineAccessType = {
  ALL: 'ALL',
  TAGGED: 'TAGGED',
  NONE: 'NONE',
} as const satisfies { readonly [Choice in MachineChoice]: Choice };
registerEnumType(MachineAccessType, {
  name: 'MachineAccess',
  description: 'Machines that an account sees. The others do not exist for it.',
  valuesConfig: {
    ALL: { description: 'All machines, also those added later.' },
    TAGGED: { description: 'Machines that have one of its tags.' },
    NONE: { description: 'No machine.' },
  },
});
