import Type from 'typebox'
import {
  MOST_KEY_CHARS,
  MOST_NAME_CHARS,
  MOST_PASSWORD_CHARS,
  RECENT_HOURS,
} from '../../shared/limits.ts'
import { tokenScopes } from '../../shared/token-scopes.ts'
import {
  closed,
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
import { Rotation } from '../language/rotation.ts'

/** How many days a token lasts unless its maker says so, and at most. */
export const USUAL_TOKEN_DAYS = 90
export const MOST_TOKEN_DAYS = 366
const MOST_DEFINITIONS = 100
const MOST_ADDRESSES = 50

const TokenScope = named(
  'TokenScope',
  'One thing that an access token may be for. A `write` scope does not include its `read` scope.',
  oneOf(tokenScopes),
)

const Token = named(
  'Token',
  'An access token that a person made for a program, without its secret. It does what the person’s seat may do now, within its scopes.',
  closed({
    id: uuid(),
    name: Type.String(),
    crmUserId: Type.Integer({ description: 'The seat that it acts for: whoever made it.' }),
    scopes: Type.Array(TokenScope),
    definitions: nullable(
      Type.Array(Type.String(), {
        description:
          'The keys of the boards and pages that it reaches. `null` if all. Deleted ones are left out.',
      }),
    ),
    addresses: nullable(
      Type.Array(Type.String(), {
        description: 'The network addresses it may be used from. `null` if any.',
      }),
    ),
    prefix: oneOf(['sbt_']),
    lastFour: Type.String({ description: 'The last four characters of the secret.' }),
    createdAt: timestamp(),
    expiresAt: timestamp('When the token stops working.'),
    previousEndsAt: nullable(
      timestamp('How long the previous secret still works. `null` if it does not.'),
    ),
    lastUsedAt: nullable(timestamp('Accurate to the minute. `null` if it was never used.')),
    revokedAt: nullable(timestamp()),
  }),
)

const password = Type.Optional(
  Type.String({
    maxLength: MOST_PASSWORD_CHARS,
    description: `Your password. It is needed if you signed in, or last gave it, more than ${RECENT_HOURS} hours ago.`,
  }),
)

const NewToken = named(
  'NewToken',
  'An access token to be made.',
  closed({
    name: text(MOST_NAME_CHARS),
    password,
    scopes: Type.Array(TokenScope, { minItems: 1, uniqueItems: true }),
    expiresAt: Type.Optional(
      timestamp(
        `When the token stops working. By default in ${USUAL_TOKEN_DAYS} days; at most in ${MOST_TOKEN_DAYS}.`,
      ),
    ),
    definitions: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: MOST_KEY_CHARS }), {
          minItems: 1,
          maxItems: MOST_DEFINITIONS,
          uniqueItems: true,
          description:
            'The keys of the boards and pages that it can use. No others exist for it, nor anything that belongs to their rows. By default all.',
        }),
      ),
    ),
    addresses: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
          minItems: 1,
          maxItems: MOST_ADDRESSES,
          uniqueItems: true,
          description:
            'The network addresses it may be used from, such as `203.0.113.0/24` or `2001:db8::/32`. By default any.',
        }),
      ),
    ),
  }),
)

const TokenWithSecret = named(
  'TokenWithSecret',
  'An access token with its new secret.',
  closed({
    ...Token.properties,
    secret: Type.String({
      description: 'What to send as `Authorization: Bearer`. It is shown this once.',
    }),
  }),
)

const tag = 'Accounts'
const id = parameter('TokenId', uuid('The token’s id. It is not the secret.'))

export const ownTokenOperations = {
  listTokens: operation({
    method: 'GET',
    path: '/v1/auth/tokens',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'List your access tokens',
    description:
      'Lists the tokens that you made for programs in this workspace, including those that have ended. Secrets are never returned again.',
    query: PageQuery,
    answer: list(Token),
    refuses: ['invalid_cursor'],
  }),
  createToken: operation({
    method: 'POST',
    path: '/v1/auth/tokens',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Create an access token',
    description:
      'For a program that works in your name, with fewer rights. The answer shows the secret, once; only its hash is kept. Give the token the scopes that the program needs, and no more.',
    example: {
      name: 'Nightly report',
      scopes: ['records:read'],
      definitions: ['leads'],
    },
    body: NewToken,
    answer: one(TokenWithSecret),
    refuses: ['unknown_reference', 'password_required', 'wrong_password', 'rate_limited'],
  }),
  revokeToken: operation({
    method: 'DELETE',
    path: '/v1/auth/tokens/{id}',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Revoke one of your access tokens',
    description:
      'The token stops working with the next request, and its streams end. This cannot be undone; make a new token instead.',
    params: closed({ id }),
  }),
  rotateToken: operation({
    method: 'POST',
    path: '/v1/auth/tokens/{id}/rotate',
    tag,
    access: 'session',
    scope: 'people only',
    summary: 'Make a new secret for one of your access tokens',
    description:
      'The answer shows the new secret, once. The previous secret works until the overlap is over, so that you can change your programs one after the other. The token still expires at the same time.',
    params: closed({ id }),
    example: { overlapSeconds: 3600 },
    body: named(
      'TokenRotation',
      'How long the previous secret of an access token goes on working.',
      closed({ ...Rotation.properties, password }),
    ),
    answer: one(TokenWithSecret),
    refuses: ['token_ended', 'password_required', 'wrong_password', 'rate_limited'],
  }),
}

const TokenName = named(
  'TokenName',
  'What an access token is called, for texts such as “*name* for *person*”.',
  closed({
    id: uuid(),
    name: Type.String(),
    crmUserId: Type.Integer({ description: 'The seat that it acts for.' }),
  }),
)

export const workspaceTokenOperations = {
  listTokens: operation({
    method: 'GET',
    path: '/v1/workspace/tokens',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'people only',
    summary: 'List everybody’s access tokens',
    description:
      'Lists the tokens of all people in the workspace, including those that have ended.',
    query: PageQuery,
    answer: list(Token),
    refuses: ['invalid_cursor'],
  }),
  revokeToken: operation({
    method: 'DELETE',
    path: '/v1/workspace/tokens/{id}',
    tag: 'Workspace',
    access: 'workspace:admin',
    scope: 'people only',
    summary: 'Revoke anybody’s access token',
    description: 'The token stops working with the next request. This cannot be undone.',
    params: closed({ id }),
  }),
  listTokenNames: operation({
    method: 'GET',
    path: '/v1/workspace/token-names',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'workspace:read',
    summary: 'List what access tokens are called',
    description:
      'Names what histories and events call `token:<id>`, including tokens that have ended. Nothing else of a token is shown.',
    query: PageQuery,
    answer: list(TokenName),
    refuses: ['invalid_cursor'],
  }),
}
