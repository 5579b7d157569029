import Type from 'typebox'
import { plans, roles, Seat, WorkspaceName } from './auth.ts'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

const email = Type.String({ format: 'email', maxLength: 254 })

/** Who below manager sees the money of deals. Managers and above always see all of it. */
export const moneyVisibilities = ['everyone', 'own', 'managers'] as const
export type MoneyVisibleTo = (typeof moneyVisibilities)[number]
const moneyVisibleTo = oneOf(moneyVisibilities, {
  description:
    'Who sees the money of deals. `everyone`: every seat sees all of it. `own`: below manager, people see their own stakes and nothing of others’, of the house or of totals. `managers`: below manager, people see none. Managers and above always see all.',
})

const Workspace = closed({
  ...WorkspaceName,
  plan: oneOf(plans),
  region: Type.String({ description: 'ISO 3166 country: how phone numbers and dates are read.' }),
  timeZone: Type.String({ description: 'IANA time zone: how times without a zone are read.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  escalationUserId: nullable(
    Type.Integer({
      description:
        'The `crmUserId` of who hears of late obligations; `null`: a manager, else an owner.',
    }),
  ),
  moneyVisibleTo,
  moneyVisibilityUndecided: Type.Boolean({
    description:
      'Whether `moneyVisibleTo` is `everyone` only because the workspace is older than the setting and nobody has chosen yet. Any choice ends it.',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** Where dates, phone numbers and amounts without more are read: of a workspace or of one definition. */
export const localeSettings = {
  region: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country.' })),
  timeZone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone.' })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' })),
}

const Team = closed({
  id: uuid(),
  name: Type.String(),
  crmUserIds: Type.Array(Type.Integer()),
  createdAt: timestamp(),
})

const seatParams = closed({ crmUserId: Type.Integer({ minimum: 1, maximum: 2147483647 }) })
const teamIds = Type.Array(uuid(), { maxItems: 100, uniqueItems: true })

export const workspaceOperations = {
  getWorkspace: operation({
    method: 'GET',
    path: '/v1/workspace',
    tag: 'Workspace',
    access: 'workspace',
    summary: 'The workspace of this session',
    answer: one(Workspace),
  }),
  updateWorkspace: operation({
    method: 'PATCH',
    path: '/v1/workspace',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Change the workspace',
    body: closed(
      {
        name: Type.Optional(text(200)),
        ...localeSettings,
        escalationUserId: Type.Optional(nullable(Type.Integer())),
        moneyVisibleTo: Type.Optional(moneyVisibleTo),
      },
      { minProperties: 1 },
    ),
    answer: one(Workspace),
    refuses: ['unknown_reference'],
  }),
  listSeats: operation({
    method: 'GET',
    path: '/v1/workspace/seats',
    tag: 'Workspace',
    access: 'workspace',
    summary: 'The people of the workspace',
    query: closed(pageQuery),
    answer: list(Seat),
    refuses: ['invalid_cursor'],
  }),
  inviteSeat: operation({
    method: 'POST',
    path: '/v1/workspace/seats',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Invite a person',
    description:
      'Answers the seat, `invited`, and the link to hand over, which is mailed as well where the operator set `SMTP_URL`. The link works once, for 7 days; only an owner may invite an owner.',
    body: closed({
      email,
      name: Type.Optional(text(200)),
      role: oneOf(roles),
      teamIds: Type.Optional(teamIds),
    }),
    answer: one(Type.Evaluate(Type.Intersect([Seat, closed({ inviteUrl: Type.String() })]))),
    refuses: ['seat_exists', 'unknown_reference'],
  }),
  getSeat: operation({
    method: 'GET',
    path: '/v1/workspace/seats/{crmUserId}',
    tag: 'Workspace',
    access: 'workspace',
    summary: 'One person',
    params: seatParams,
    answer: one(Seat),
  }),
  updateSeat: operation({
    method: 'PATCH',
    path: '/v1/workspace/seats/{crmUserId}',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Change a seat: role, teams, name, suspension',
    description:
      'A suspension ends the person’s sessions at once. Only an owner may make or change an owner.',
    params: seatParams,
    body: closed(
      {
        name: Type.Optional(text(200)),
        role: Type.Optional(oneOf(roles)),
        status: Type.Optional(oneOf(['active', 'suspended'])),
        teamIds: Type.Optional(teamIds),
      },
      { minProperties: 1 },
    ),
    answer: one(Seat),
    refuses: ['last_owner', 'unknown_reference', 'invitation_pending'],
  }),
  removeSeat: operation({
    method: 'DELETE',
    path: '/v1/workspace/seats/{crmUserId}',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Remove a person from the workspace',
    params: seatParams,
    refuses: ['last_owner'],
  }),
  listTeams: operation({
    method: 'GET',
    path: '/v1/workspace/teams',
    tag: 'Workspace',
    access: 'workspace',
    summary: 'The teams',
    query: closed(pageQuery),
    answer: list(Team),
    refuses: ['invalid_cursor'],
  }),
  createTeam: operation({
    method: 'POST',
    path: '/v1/workspace/teams',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Make a team',
    body: closed({ name: text(200) }),
    answer: one(Team),
    refuses: ['name_taken'],
  }),
  getTeam: operation({
    method: 'GET',
    path: '/v1/workspace/teams/{id}',
    tag: 'Workspace',
    access: 'workspace',
    summary: 'One team',
    params: closed({ id: uuid() }),
    answer: one(Team),
  }),
  updateTeam: operation({
    method: 'PATCH',
    path: '/v1/workspace/teams/{id}',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Rename a team',
    params: closed({ id: uuid() }),
    body: closed({ name: text(200) }),
    answer: one(Team),
    refuses: ['name_taken'],
  }),
  deleteTeam: operation({
    method: 'DELETE',
    path: '/v1/workspace/teams/{id}',
    tag: 'Workspace',
    access: 'workspace:admin',
    summary: 'Delete a team',
    params: closed({ id: uuid() }),
  }),
}
