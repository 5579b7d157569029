import Type from 'typebox'
import { LEAST_PASSWORD_CHARS, MOST_NAME_CHARS, MOST_PASSWORD_CHARS } from '../../shared/limits.ts'
import { plans } from '../../shared/plans.ts'
import { roles } from '../../shared/roles.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { moneyVisibleTo } from './money-visibility.ts'

export const Role = named(
  'Role',
  'What a seat may do, from everything to reading only.',
  oneOf(roles),
)
export const Plan = named('Plan', 'What the workspace has subscribed to.', oneOf(plans))

const email = Type.String({ format: 'email', maxLength: 254 })
/** It has to be long enough; there is no other rule, as NIST SP 800-63B advises. */
const newPassword = Type.String({
  minLength: LEAST_PASSWORD_CHARS,
  maxLength: MOST_PASSWORD_CHARS,
})

export const Seat = named(
  'Seat',
  'A person’s place in a workspace: who they are, their role and their teams.',
  closed({
    accountId: uuid('The account behind the seat. It is the same in every workspace.'),
    crmUserId: Type.Integer({ description: 'The person’s number in this workspace.' }),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    teamIds: Type.Array(uuid()),
    status: named(
      'SeatStatus',
      'Whether the person can use the seat.',
      oneOf(['invited', 'active', 'suspended']),
    ),
  }),
)

export const WorkspaceName = { id: uuid(), slug: Type.String(), name: Type.String() }

const Account = named(
  'Account',
  'A login: one email address, in any number of workspaces.',
  closed({ id: uuid(), email: Type.String(), name: Type.String() }),
)

export const SignedIn = named(
  'SignedIn',
  'A session that was just opened, with its access token.',
  closed({
    accessToken: Type.String({
      description:
        'Send it as `Authorization: Bearer`. It lasts 30 days, or 7 days without use. Empty when the session was set as a cookie instead.',
    }),
    tokenType: oneOf(['Bearer']),
    expiresAt: timestamp(),
    account: Account,
    workspace: named(
      'SignedInWorkspace',
      'The workspace that a session is open in.',
      closed({
        ...WorkspaceName,
        plan: Plan,
        region: Type.String({
          description:
            'ISO 3166 country: phone numbers without a country code are read as numbers of this country.',
        }),
        moneyVisibleTo,
      }),
    ),
    seat: Seat,
    workspaces: Type.Array(
      named(
        'WorkspaceMembership',
        'A workspace that the account has an active seat in, and its role there.',
        closed({ ...WorkspaceName, role: Role }),
      ),
    ),
  }),
)

const SessionState = named(
  'SessionState',
  'Who is signed in, and in which workspace.',
  Type.Omit(SignedIn, ['accessToken', 'tokenType'], {
    additionalProperties: false,
  }),
)

const Session = named(
  'Session',
  'A sign-in of this account on one device.',
  closed({
    id: uuid(),
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    workspaceId: uuid(),
    userAgent: Type.String(),
    address: Type.String(),
    createdAt: timestamp(),
    lastUsedAt: timestamp(),
    expiresAt: timestamp(),
  }),
)

const tag = 'Accounts'
const invitationToken = parameter(
  'InvitationToken',
  Type.String({ maxLength: 200, description: 'The token in the invitation link.' }),
)

export const authOperations = {
  getSignup: operation({
    method: 'GET',
    path: '/v1/auth/signup',
    tag,
    access: 'public',
    summary: 'Is sign-up open?',
    description:
      'Says whether anybody may sign up here. Use it to decide whether to show a sign-up form.',
    answer: one(
      closed({
        open: Type.Boolean(),
        firstRun: Type.Boolean({
          description: 'Whether no workspace exists yet, so that signing up creates the first one.',
        }),
      }),
    ),
  }),
  signUp: operation({
    method: 'POST',
    path: '/v1/auth/signup',
    tag,
    access: 'public',
    summary: 'Create an account and its workspace',
    description:
      'Open while no workspace exists; after that only if the operator has set `SIGNUP=open`. The new workspace has the pages `leads` and `deals`, and the caller is its owner.',
    example: {
      email: 'dana@harborline.example',
      password: 'correct horse battery staple',
      name: 'Dana Reyes',
      workspaceName: 'Harborline',
      timeZone: 'America/New_York',
    },
    body: named(
      'SignUp',
      'An account and a workspace to be created.',
      closed({
        email,
        password: newPassword,
        name: text(MOST_NAME_CHARS),
        workspaceName: text(MOST_NAME_CHARS),
        timeZone: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'IANA time zone of the workspace. By default, UTC.',
          }),
        ),
      }),
    ),
    answer: one(SignedIn),
    session: 'opens',
    refuses: ['signup_closed', 'email_taken', 'rate_limited'],
  }),
  signIn: operation({
    method: 'POST',
    path: '/v1/auth/signin',
    tag,
    access: 'public',
    summary: 'Sign in',
    description:
      'Returns an access token to send as `Authorization: Bearer`. A wrong password and an unknown email address are refused in the same way. Without `workspaceId`, the session opens in the workspace the account used last. A `workspaceId` where the account has no active seat is refused like one that does not exist. After 10 wrong passwords, each further one makes the next attempt wait longer, from 30 seconds to 5 minutes; after 50 from one address, whatever the account. A browser or an address that has signed in to the account before counts by itself, so nobody else can keep its person out.',
    example: { email: 'dana@harborline.example', password: 'correct horse battery staple' },
    body: named(
      'SignIn',
      'Who signs in, and to which workspace.',
      closed({
        email: Type.String({ maxLength: 254 }),
        password: Type.String({ maxLength: 256 }),
        workspaceId: Type.Optional(uuid()),
      }),
    ),
    answer: one(SignedIn),
    session: 'opens',
    refuses: ['wrong_password', 'unknown_reference', 'forbidden', 'rate_limited'],
  }),
  requestPasswordReset: operation({
    method: 'POST',
    path: '/v1/auth/password-reset',
    tag,
    access: 'public',
    summary: 'Ask for a link to choose a new password',
    description:
      'Emails a link to the account with that address, if there is one. The link works once, for an hour. The answer, and the time it takes, are the same whether the account exists or not. While an account has 3 links that work, no other is sent, unless it has signed in from that browser or address before (then 10). If the operator has not set `SMTP_URL`, nothing is sent; the operator then resets passwords with `sourcebook user password`.',
    example: { email: 'dana@harborline.example' },
    body: closed({ email: Type.String({ maxLength: 254 }) }),
    answer: one(closed({ requested: Type.Boolean() })),
    refuses: ['rate_limited'],
  }),
  confirmPasswordReset: operation({
    method: 'POST',
    path: '/v1/auth/password-reset/confirm',
    tag,
    access: 'public',
    summary: 'Choose a new password with an emailed link',
    description:
      'Sets the password, ends every session of the account and revokes its access tokens. Sign in with the new password afterwards.',
    example: { token: 'the token in the emailed link', password: 'correct horse battery staple' },
    body: closed({ token: Type.String({ maxLength: 200 }), password: newPassword }),
    answer: one(closed({ changed: Type.Boolean() })),
    refuses: ['invalid_token'],
  }),
  getInvitation: operation({
    method: 'GET',
    path: '/v1/auth/invitations/{token}',
    tag,
    access: 'public',
    summary: 'Look up an invitation',
    description:
      'Says which workspace the invitation is for, and whether the person needs a new account. Use it to show the page that the link opens.',
    params: closed({ token: invitationToken }),
    answer: one(
      closed({
        workspaceName: Type.String(),
        email: Type.String(),
        name: nullable(
          Type.String({ description: 'The name that the invitation was made with. `null`: none.' }),
        ),
        needsAccount: Type.Boolean({
          description:
            'Whether the person has no account yet and chooses a password. Otherwise they give the password they have.',
        }),
      }),
    ),
  }),
  acceptInvitation: operation({
    method: 'POST',
    path: '/v1/auth/invitations/{token}/accept',
    tag,
    access: 'public',
    summary: 'Accept an invitation',
    description:
      'Takes the seat and signs in. Somebody who already has an account gives its password; somebody new chooses one.',
    params: closed({ token: invitationToken }),
    example: { name: 'Marcus Bell', password: 'correct horse battery staple' },
    body: closed({ name: text(MOST_NAME_CHARS), password: newPassword }),
    answer: one(SignedIn),
    session: 'opens',
    refuses: ['wrong_password', 'rate_limited'],
  }),
  getSession: operation({
    method: 'GET',
    path: '/v1/auth/session',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Who am I?',
    description:
      'Returns the account, the seat and the workspace of the session, and the other workspaces it can switch to. A good first request to check a token.',
    answer: one(SessionState),
  }),
  updateAccount: operation({
    method: 'PATCH',
    path: '/v1/auth/account',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Change your own name',
    description:
      'Changes the name of the account and of its seat in the current workspace. Seats in other workspaces keep theirs, and signed agreements keep the name they were signed with.',
    example: { name: 'Dana M. Reyes' },
    body: closed({ name: text(MOST_NAME_CHARS) }),
    answer: one(Account),
  }),
  signOut: operation({
    method: 'POST',
    path: '/v1/auth/signout',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Sign out',
    description: 'Ends the session of this request. Its access token stops working at once.',
    answer: one(closed({ signedOut: Type.Boolean() })),
    session: 'ends',
  }),
  switchWorkspace: operation({
    method: 'POST',
    path: '/v1/auth/switch',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Switch to another workspace',
    description:
      'Returns a new access token for that workspace and ends the current session. The account needs an active seat there.',
    example: { workspaceId: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10' },
    body: closed({ workspaceId: uuid() }),
    answer: one(SignedIn),
    session: 'opens',
    refuses: ['unknown_reference'],
  }),
  listSessions: operation({
    method: 'GET',
    path: '/v1/auth/sessions',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'List your sessions',
    description:
      'Lists where the account is signed in, on every device. `current` marks the session of this request.',
    query: closed(pageQuery),
    answer: list(Session),
    refuses: ['invalid_cursor'],
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/v1/auth/sessions/{id}',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'End one of your sessions',
    description: 'Signs the account out on one device. Its access token stops working at once.',
    params: closed({ id: uuid('The session’s id.') }),
  }),
  changePassword: operation({
    method: 'POST',
    path: '/v1/auth/password',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Change your password',
    description: 'Needs the current password. Every other session of the account ends.',
    example: {
      currentPassword: 'correct horse battery staple',
      newPassword: 'seven quiet harbors at dawn',
    },
    body: closed({ currentPassword: Type.String({ maxLength: 256 }), newPassword }),
    answer: one(closed({ changed: Type.Boolean() })),
    refuses: ['wrong_password', 'rate_limited'],
  }),
  eraseAccount: operation({
    method: 'POST',
    path: '/v1/auth/account/erase',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Erase your account',
    description:
      'Ends every session, token and seat of the account at once. Within minutes its email address and name are gone from every workspace, also from history. The records that the person worked on stay. The last owner of a workspace cannot do so.',
    example: { email: 'dana@harborline.example', password: 'correct horse battery staple' },
    body: named(
      'AccountErasure',
      'What confirms that an account is to be erased.',
      closed({
        email: Type.String({ maxLength: 254, description: 'The account’s email address.' }),
        password: Type.String({ maxLength: 256 }),
      }),
    ),
    answer: one(closed({ erased: Type.Boolean() })),
    session: 'ends',
    refuses: ['wrong_password', 'rate_limited', 'last_owner'],
  }),
}
