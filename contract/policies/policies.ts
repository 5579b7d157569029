import Type from 'typebox'
import { roles } from '../../shared/roles.ts'
import { column, definitionKey } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { Role } from '../workspaces/auth.ts'

export const policyModes = ['everyone', 'roles', 'nobody'] as const
const PolicyMode = named(
  'PolicyMode',
  'Whom a part of a policy includes: everyone, the listed roles, people and teams, or nobody.',
  oneOf(policyModes),
)

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** The query parameter that shows an admin what somebody else would see. */
export const viewAs = {
  as: parameter(
    'ViewAs',
    Type.Optional(
      Type.String({
        pattern: `^(?:role:(?:${roles.join('|')})|account:${UUID}|key:${UUID})$`,
        description:
          'For admins and owners: return what somebody else would get. `role:<role>` is a seat with that role and no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a working key of this board or page. What they cannot see does not exist for the request, not even in filters and sorting.',
      }),
    ),
  ),
}

/** The additional refusals of an operation that takes `as`. */
export const viewAsRefusals = ['forbidden', 'unknown_reference'] as const

const HiddenColumn = named(
  'HiddenColumn',
  'A column that somebody else cannot see.',
  closed({
    columnId: uuid(),
    column: Type.String({ description: 'The column’s key.' }),
    why: Type.String({
      description: 'The reason in words, such as `visible only to owners and admins`.',
    }),
  }),
)
/** With `as`: the columns that the other person does not see, for the admin who asks. */
export const HiddenColumns = Type.Optional(
  Type.Array(HiddenColumn, {
    description: 'With `as`: the columns that the other person cannot see, and why.',
  }),
)

const part = {
  mode: PolicyMode,
  roles: Type.Array(Role),
  accountIds: Type.Array(uuid()),
  teamIds: Type.Array(uuid()),
}

const PolicyPart = named(
  'PolicyPart',
  'Whom a policy includes. The lists apply with the mode `roles`.',
  closed(part),
)
const ColumnPolicy = named(
  'ColumnPolicy',
  'Who can see and who can write a column.',
  closed({
    columnId: uuid(),
    editableBy: PolicyPart,
    visibleTo: PolicyPart,
    updatedAt: nullable(timestamp('`null` if the column is not restricted.')),
    updatedBy: nullable(Type.String({ description: '`user:<crmUserId>`' })),
  }),
)

const MOST = 500
const PolicyPartChange = named(
  'PolicyPartChange',
  'Whom a part of a policy is to include. Send the lists with the mode `roles` only.',
  closed({
    mode: part.mode,
    roles: Type.Optional(Type.Array(Role, { maxItems: roles.length })),
    accountIds: Type.Optional(Type.Array(uuid(), { maxItems: MOST })),
    teamIds: Type.Optional(Type.Array(uuid(), { maxItems: MOST })),
  }),
)
const sentPart = Type.Optional(PolicyPartChange)

const base = {
  tag: 'Policies',
  path: '/v1/definitions/{key}/column-policies',
} as const
const params = closed({ key: definitionKey, column })

const SEMANTICS = `\`mode\` is \`everyone\`, \`nobody\` or \`roles\`. \`roles\` includes people whose role is in \`roles\`, whose account is in
\`accountIds\`, or who are in one of the \`teamIds\`. Owners and admins see every column and are always included in \`roles\`;
\`nobody\` on \`editableBy\` applies to them too. Whoever can write a column must be able to see it. Keys have no role: a column
that is not visible to everyone does not exist for them, and they cannot write one that is not editable by everyone.`

/** Who may see and write a column. */
export const policyOperations = {
  list: operation({
    ...base,
    method: 'GET',
    access: 'workspace',
    scope: 'records:read',
    summary: 'List the column policies',
    description:
      'Lists who can see and write each column that the caller can see, in the order of the columns. Available on every plan.',
    params: closed({ key: definitionKey }),
    query: PageQuery,
    answer: list(ColumnPolicy),
    refuses: ['invalid_cursor'],
  }),
  get: operation({
    ...base,
    path: `${base.path}/{column}`,
    method: 'GET',
    access: 'workspace',
    scope: 'records:read',
    summary: 'Get the policy of a column',
    description: `Returns who can see and write one column. Available on every plan. ${SEMANTICS}`,
    params,
    answer: one(ColumnPolicy),
  }),
  put: operation({
    ...base,
    path: `${base.path}/{column}`,
    method: 'PUT',
    access: 'def:admin',
    scope: 'policies:write',
    plan: 'enterprise',
    summary: 'Set the policy of a column',
    description: `Replaces the whole policy; a part that is left out includes everyone. A body that restricts nothing deletes
the policy and returns the unrestricted one. ${SEMANTICS}

Send the lists only with \`mode: "roles"\`; with another mode they must be empty or left out. The policy applies from the
next request on.`,
    params,
    example: {
      editableBy: { mode: 'roles', roles: ['admin', 'owner'] },
      visibleTo: { mode: 'everyone' },
    },
    body: named(
      'ColumnPolicyChange',
      'The policy that a column gets.',
      closed({ editableBy: sentPart, visibleTo: sentPart }),
    ),
    answer: one(ColumnPolicy),
    refuses: ['unknown_reference'],
  }),
}
