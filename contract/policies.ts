import Type from 'typebox'
import { roles } from './auth.ts'
import { closed, list, nullable, one, oneOf, pageQuery, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

export const policyModes = ['everyone', 'roles', 'nobody'] as const

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** The query parameter by which an admin sees what somebody else would. */
export const viewAs = {
  as: Type.Optional(
    Type.String({
      pattern: `^(?:role:(?:${roles.join('|')})|account:${UUID}|key:${UUID})$`,
      description:
        'For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included.',
    }),
  ),
}

/** What an operation that takes `as` refuses besides. */
export const viewAsRefusals = ['forbidden', 'unknown_reference'] as const

/** With `as`: what the other does not see, for the admin who asks. */
export const HiddenColumns = Type.Optional(
  Type.Array(
    closed({
      columnId: uuid(),
      column: Type.String({ description: 'Its key.' }),
      why: Type.String({ description: 'A sentence such as `visible only to owners and admins`.' }),
    }),
    { description: 'With `as`: the columns that the other does not see, and why.' },
  ),
)

const part = {
  mode: oneOf(policyModes),
  roles: Type.Array(oneOf(roles)),
  accountIds: Type.Array(uuid()),
  teamIds: Type.Array(uuid()),
}

const ColumnPolicy = closed({
  columnId: uuid(),
  editableBy: closed(part),
  visibleTo: closed(part),
  updatedAt: nullable(timestamp('Null where the column is not restricted.')),
  updatedBy: nullable(Type.String({ description: '`user:<crmUserId>`' })),
})

const MOST = 500
const sentPart = Type.Optional(
  closed({
    mode: part.mode,
    roles: Type.Optional(Type.Array(oneOf(roles), { maxItems: roles.length })),
    accountIds: Type.Optional(Type.Array(uuid(), { maxItems: MOST })),
    teamIds: Type.Optional(Type.Array(uuid(), { maxItems: MOST })),
  }),
)

const base = {
  tag: 'Policies',
  path: '/v1/definitions/{key}/column-policies',
} as const
const key = Type.String({ maxLength: 64, description: 'The key of a page or a board.' })
const params = closed({
  key,
  column: Type.String({ maxLength: 64, description: 'The column’s id or key.' }),
})

const SEMANTICS = `\`mode\` is \`everyone\`, \`nobody\`, or \`roles\`: those whose role is in \`roles\`, whose account is in
\`accountIds\` or one of whose teams is in \`teamIds\`. Owners and admins see every column and pass \`roles\`;
\`nobody\` on \`editableBy\` binds them too. Writing implies seeing. Keys hold no role: what is not visible to everyone
does not exist for them, and what is not editable by everyone they may not write.`

/** Who may see and write a column. */
export const policyOperations = {
  list: operation({
    ...base,
    method: 'GET',
    access: 'workspace',
    summary: 'Who may see and write each column',
    description: 'Of the columns that the caller may see, in their order. On every plan.',
    params: closed({ key }),
    query: closed(pageQuery),
    answer: list(ColumnPolicy),
    refuses: ['invalid_cursor'],
  }),
  get: operation({
    ...base,
    path: `${base.path}/{column}`,
    method: 'GET',
    access: 'workspace',
    summary: 'Who may see and write a column',
    description: `On every plan. ${SEMANTICS}`,
    params,
    answer: one(ColumnPolicy),
  }),
  put: operation({
    ...base,
    path: `${base.path}/{column}`,
    method: 'PUT',
    access: 'def:admin',
    plan: 'enterprise',
    summary: 'Decide who may see and write a column',
    description: `Replaces the whole policy; a part that is left out means everyone. A body that restricts nothing deletes
the policy and answers the unrestricted one. ${SEMANTICS}

Lists go with \`mode: "roles"\` only: with another mode they must be empty or left out. It holds from the next request
on, in every process.`,
    params,
    body: closed({ editableBy: sentPart, visibleTo: sentPart }),
    answer: one(ColumnPolicy),
    refuses: ['unknown_reference'],
  }),
}
