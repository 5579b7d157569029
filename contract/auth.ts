import Type from 'typebox'
import { closed, list, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

export const roles = ['owner', 'admin', 'manager', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]
export const plans = ['free', 'pro', 'business', 'enterprise'] as const
export type Plan = (typeof plans)[number]

const email = Type.String({ format: 'email', maxLength: 254 })
/** At least 8 characters; no other rule, as NIST SP 800-63B advises. */
const newPassword = Type.String({ minLength: 8, maxLength: 256 })

export const Seat = closed({
  accountId: uuid('The login behind the seat, the same in every workspace.'),
  crmUserId: Type.Integer({ description: 'The person in this workspace.' }),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  teamIds: Type.Array(uuid()),
  status: oneOf(['invited', 'active', 'suspended']),
})

export const WorkspaceName = { id: uuid(), slug: Type.String(), name: Type.String() }

const Account = closed({ id: uuid(), email: Type.String(), name: Type.String() })

export const SignedIn = closed({
  accessToken: Type.String({
    description:
      'Opaque. Valid for 30 days, 7 of them idle. Empty where it went into the session cookie instead.',
  }),
  tokenType: oneOf(['Bearer']),
  expiresAt: timestamp(),
  account: Account,
  workspace: closed({ ...WorkspaceName, plan: oneOf(plans) }),
  seat: Seat,
  workspaces: Type.Array(closed({ ...WorkspaceName, role: oneOf(roles) })),
})

const SessionState = Type.Omit(SignedIn, ['accessToken', 'tokenType'], {
  additionalProperties: false,
})

const Session = closed({
  id: uuid(),
  current: Type.Boolean({ description: 'Whether this is the session that asks.' }),
  workspaceId: uuid(),
  userAgent: Type.String(),
  address: Type.String(),
  createdAt: timestamp(),
  lastUsedAt: timestamp(),
  expiresAt: timestamp(),
})

const tag = 'Accounts'

export const authOperations = {
  getSignup: operation({
    method: 'GET',
    path: '/v1/auth/signup',
    tag,
    access: 'public',
    summary: 'Whether sign-up is open',
    answer: one(
      closed({
        open: Type.Boolean(),
        firstRun: Type.Boolean({
          description: 'Whether no workspace exists yet, so that a sign-up makes the first.',
        }),
      }),
    ),
  }),
  signUp: operation({
    method: 'POST',
    path: '/v1/auth/signup',
    tag,
    access: 'public',
    summary: 'Make an account and its workspace',
    description:
      'Open while no workspace exists; later only where the operator set SIGNUP=open. The new workspace has the pages `leads` and `deals`.',
    body: closed({ email, password: newPassword, name: text(200), workspaceName: text(200) }),
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
      'Answers an access token, to be sent as `Authorization: Bearer`. A wrong password and an unknown email are refused alike. Without `workspaceId` the session opens in the workspace where the account was last. A `workspaceId` where the account has no active seat is refused like one that does not exist.',
    body: closed({
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 256 }),
      workspaceId: Type.Optional(uuid()),
    }),
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
      'Mails the link to the account of that email, if there is one; it works once, for an hour. The answer is the same, and takes as long, whether there is or not. Where the operator has set no `SMTP_URL`, nothing is mailed: the operator resets passwords with `sourcebook user password`.',
    body: closed({ email: Type.String({ maxLength: 254 }) }),
    answer: one(closed({ requested: Type.Boolean() })),
    refuses: ['rate_limited'],
  }),
  confirmPasswordReset: operation({
    method: 'POST',
    path: '/v1/auth/password-reset/confirm',
    tag,
    access: 'public',
    summary: 'Choose a new password by a mailed link',
    description: 'Ends every session of the account; sign in with the new password afterwards.',
    body: closed({ token: Type.String({ maxLength: 200 }), password: newPassword }),
    answer: one(closed({ changed: Type.Boolean() })),
    refuses: ['invalid_token'],
  }),
  getInvitation: operation({
    method: 'GET',
    path: '/v1/auth/invitations/{token}',
    tag,
    access: 'public',
    summary: 'What an invitation is to',
    params: closed({ token: Type.String({ maxLength: 200 }) }),
    answer: one(
      closed({
        workspaceName: Type.String(),
        email: Type.String(),
        needsAccount: Type.Boolean({
          description: 'Whether the person is new here and chooses a password; else gives theirs.',
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
      'Takes the seat and signs in. Someone who has an account already gives its password; someone new chooses one.',
    params: closed({ token: Type.String({ maxLength: 200 }) }),
    body: closed({ name: text(200), password: newPassword }),
    answer: one(SignedIn),
    session: 'opens',
    refuses: ['wrong_password', 'rate_limited'],
  }),
  getSession: operation({
    method: 'GET',
    path: '/v1/auth/session',
    tag,
    access: 'session',
    summary: 'Who am I',
    answer: one(SessionState),
  }),
  updateAccount: operation({
    method: 'PATCH',
    path: '/v1/auth/account',
    tag,
    access: 'session',
    summary: 'Change one’s own name',
    description:
      'That of the account, and of its seat in the workspace that the session is open in. Seats elsewhere keep theirs, and what was signed keeps the name that it was signed with.',
    body: closed({ name: text(200) }),
    answer: one(Account),
  }),
  signOut: operation({
    method: 'POST',
    path: '/v1/auth/signout',
    tag,
    access: 'session',
    summary: 'End this session',
    answer: one(closed({ signedOut: Type.Boolean() })),
    session: 'ends',
  }),
  switchWorkspace: operation({
    method: 'POST',
    path: '/v1/auth/switch',
    tag,
    access: 'session',
    summary: 'Open another workspace of this account',
    description: 'Answers a new access token for that workspace and ends this one.',
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
    summary: 'The sessions of this account',
    query: closed(pageQuery),
    answer: list(Session),
    refuses: ['invalid_cursor'],
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/v1/auth/sessions/{id}',
    tag,
    access: 'session',
    summary: 'End a session of this account',
    params: closed({ id: uuid() }),
  }),
  changePassword: operation({
    method: 'POST',
    path: '/v1/auth/password',
    tag,
    access: 'session',
    summary: 'Change the password',
    description: 'Ends every other session of the account.',
    body: closed({ currentPassword: Type.String({ maxLength: 256 }), newPassword }),
    answer: one(closed({ changed: Type.Boolean() })),
    refuses: ['wrong_password', 'rate_limited'],
  }),
}
