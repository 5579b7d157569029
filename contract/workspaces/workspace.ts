import Type from 'typebox'
import { MOST_NAME_CHARS } from '../../shared/limits.ts'
import {
  closed,
  integerId,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { Plan, Role, Seat, WorkspaceName } from './auth.ts'
import { moneyVisibleTo } from './money-visibility.ts'

const email = Type.String({ format: 'email', maxLength: 254 })

const Workspace = named(
  'Workspace',
  'A workspace and its settings.',
  closed({
    ...WorkspaceName,
    plan: Plan,
    region: Type.String({
      description: 'ISO 3166 country code. It decides how phone numbers and dates are read.',
    }),
    timeZone: Type.String({ description: 'IANA time zone. Times without a zone are read in it.' }),
    currency: Type.String({ description: 'ISO 4217 currency code.' }),
    escalationUserId: nullable(
      Type.Integer({
        description:
          'The `crmUserId` of the person that late obligations are escalated to. `null`: a manager, or an owner if there is none.',
      }),
    ),
    moneyVisibleTo,
    moneyVisibilityUndecided: Type.Boolean({
      description:
        'True while nobody has chosen `moneyVisibleTo` in a workspace that is older than the setting. It is then `everyone`.',
    }),
    emailsInvitations: Type.Boolean({
      description:
        'Whether people get the link of their invitation by email: the operator has set `SMTP_URL`.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  }),
)

/** How dates, phone numbers and amounts are read: for a workspace, or for one board or page. */
export const localeSettings = {
  region: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country code.' }),
  ),
  timeZone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone.' })),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code.' }),
  ),
}

const Team = named(
  'Team',
  'A group of people in the workspace.',
  closed({
    id: uuid(),
    name: Type.String(),
    crmUserIds: Type.Array(Type.Integer()),
    createdAt: timestamp(),
  }),
)

const crmUserId = parameter('CrmUserId', integerId('The person’s number in this workspace.'))
const seatParams = closed({ crmUserId })
const teamParams = closed({ id: parameter('TeamId', uuid('The team’s id.')) })
const InvitedSeat = named(
  'InvitedSeat',
  'A seat that was just offered, with the link to hand over.',
  Type.Evaluate(Type.Intersect([Seat, closed({ inviteUrl: Type.String() })])),
)
const teamIds = Type.Array(uuid(), { maxItems: 100, uniqueItems: true })

export const workspaceOperations = {
  getWorkspace: operation({
    method: 'GET',
    path: '/v1/workspace',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'workspace:read',
    summary: 'Get the workspace',
    description: 'Returns the workspace that the session is open in, with its settings.',
    answer: one(Workspace),
  }),
  updateWorkspace: operation({
    method: 'PATCH',
    path: '/v1/workspace',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Change the workspace',
    description:
      'Changes only the fields that are sent. `escalationUserId` must be a person with a seat here.',
    example: { name: 'Harborline Capital', timeZone: 'America/New_York', currency: 'USD' },
    body: named(
      'WorkspaceChange',
      'The fields of the workspace to change.',
      closed(
        {
          name: Type.Optional(text(MOST_NAME_CHARS)),
          ...localeSettings,
          escalationUserId: Type.Optional(nullable(Type.Integer())),
          moneyVisibleTo: Type.Optional(moneyVisibleTo),
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(Workspace),
    refuses: ['unknown_reference'],
  }),
  deleteWorkspace: operation({
    method: 'POST',
    path: '/v1/workspace/delete',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'people only',
    summary: 'Delete the workspace',
    description:
      'Deletes everything of it for good: records, files, conversations, money, history, and the accounts of people who have a seat nowhere else. Only an owner can, with its name and their own password. Everybody is signed out at once, and the rest is gone within minutes.',
    example: { name: 'Harborline Capital', password: 'correct horse battery staple' },
    body: named(
      'WorkspaceDeletion',
      'What confirms that a workspace is to be deleted.',
      closed({
        name: text(MOST_NAME_CHARS),
        password: Type.String({ maxLength: 256, description: 'The caller’s own.' }),
      }),
    ),
    answer: one(closed({ deleted: Type.Boolean() })),
    session: 'ends',
    refuses: ['forbidden', 'wrong_password', 'rate_limited'],
  }),
  listSeats: operation({
    method: 'GET',
    path: '/v1/workspace/seats',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'workspace:read',
    summary: 'List the people',
    description:
      'Lists every seat of the workspace, including invited and suspended ones. Use `crmUserId` wherever the API asks for a person.',
    query: PageQuery,
    answer: list(Seat),
    refuses: ['invalid_cursor'],
  }),
  inviteSeat: operation({
    method: 'POST',
    path: '/v1/workspace/seats',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Invite a person',
    description:
      'Returns the new seat, with the status `invited`, and the link to hand over. The link is also emailed if the workspace has `emailsInvitations`. It works once, for 7 days. Only an owner can invite an owner.',
    example: { email: 'marcus@harborline.example', name: 'Marcus Bell', role: 'member' },
    body: named(
      'NewSeat',
      'A person to be invited.',
      closed({
        email,
        name: Type.Optional(text(MOST_NAME_CHARS)),
        role: Role,
        teamIds: Type.Optional(teamIds),
      }),
    ),
    answer: one(InvitedSeat),
    refuses: ['seat_exists', 'unknown_reference'],
  }),
  getSeat: operation({
    method: 'GET',
    path: '/v1/workspace/seats/{crmUserId}',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'workspace:read',
    summary: 'Get one person',
    description: 'Returns one seat by its `crmUserId`.',
    params: seatParams,
    answer: one(Seat),
  }),
  updateSeat: operation({
    method: 'PATCH',
    path: '/v1/workspace/seats/{crmUserId}',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Change a seat: role, teams, name, suspension',
    description:
      'Changes only the fields that are sent. Suspending a seat ends the person’s sessions at once. Only an owner can make or change an owner.',
    params: seatParams,
    example: { role: 'manager' },
    body: named(
      'SeatChange',
      'The fields of a seat to change.',
      closed(
        {
          name: Type.Optional(text(MOST_NAME_CHARS)),
          role: Type.Optional(Role),
          status: Type.Optional(oneOf(['active', 'suspended'])),
          teamIds: Type.Optional(teamIds),
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(Seat),
    refuses: ['last_owner', 'unknown_reference', 'invitation_pending'],
  }),
  removeSeat: operation({
    method: 'DELETE',
    path: '/v1/workspace/seats/{crmUserId}',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Remove a person',
    description:
      'Removes the seat and ends the person’s sessions here. What they wrote stays. The last owner cannot be removed.',
    params: seatParams,
    refuses: ['last_owner'],
  }),
  listTeams: operation({
    method: 'GET',
    path: '/v1/workspace/teams',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'workspace:read',
    summary: 'List the teams',
    description: 'Lists the teams with the people in them. Column policies can refer to teams.',
    query: PageQuery,
    answer: list(Team),
    refuses: ['invalid_cursor'],
  }),
  createTeam: operation({
    method: 'POST',
    path: '/v1/workspace/teams',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Create a team',
    description:
      'The team starts without members. Add people by changing `teamIds` of their seats.',
    example: { name: 'Renewals' },
    body: closed({ name: text(MOST_NAME_CHARS) }),
    answer: one(Team),
    refuses: ['name_taken'],
  }),
  getTeam: operation({
    method: 'GET',
    path: '/v1/workspace/teams/{id}',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'workspace:read',
    summary: 'Get one team',
    description: 'Returns one team with the people in it.',
    params: teamParams,
    answer: one(Team),
  }),
  updateTeam: operation({
    method: 'PATCH',
    path: '/v1/workspace/teams/{id}',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Rename a team',
    description: 'Changes the name. Change `teamIds` of a seat to add or remove a person.',
    params: teamParams,
    example: { name: 'Renewals and referrals' },
    body: closed({ name: text(MOST_NAME_CHARS) }),
    answer: one(Team),
    refuses: ['name_taken'],
  }),
  deleteTeam: operation({
    method: 'DELETE',
    path: '/v1/workspace/teams/{id}',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Delete a team',
    description:
      'Its people keep their seats, and lose what column policies granted them through the team.',
    params: teamParams,
  }),
}
