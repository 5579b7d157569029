import { ingestOperations as ingest } from '../../../contract/ingest/ingest.ts'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { operationGroups } from '../../../contract/operations.ts'
import type { RefusalCode } from '../../../contract/refusals/refusals.ts'
import { authOperations as auth } from '../../../contract/workspaces/auth.ts'
import { workspaceOperations as workspace } from '../../../contract/workspaces/workspace.ts'
import type { Answer } from '../support/clients/client.ts'
import { areas } from './areas.ts'
import type { Case, CaseWorld } from './cases.ts'
import { lockColumn } from './lock-column.ts'
import { founder, freshAddress, goodRequest, type Sent, send } from './requests.ts'
import { NOBODY, NOTHING, placeOf } from './subjects.ts'

const { boards, definitions } = operationGroups

/** The good request with some members of its body changed. */
const withBody =
  (change: (world: CaseWorld) => object): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const body = { ...(sent.body as object), ...change(world) }
    return [await send(world.service, operation, { ...sent, body })]
  }

/** The good request, sent again when the thing that it makes already exists. */
const twice: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  await send(world.service, operation, sent)
  return [await send(world.service, operation, sent)]
}

/** The good request about a key, after it was revoked. */
const revokedBefore =
  (revoke: AnyOperation): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const { body: _, ...named } = sent
    await send(world.service, revoke, named)
    return [await send(world.service, operation, sent)]
  }

/** From an address that has failed too often. */
const throttled: Case = async (world, operation) => {
  const from = freshAddress()
  await world.service.sql('INSERT INTO signin_failures VALUES ($1, 1000, now())', [
    `address:${from}`,
  ])
  return [await send(world.service, operation, { ...(await goodRequest(world, operation)), from })]
}

/** In a session whose person has given a wrong password too often. */
const guessing: Case = async (world, operation) => {
  // Made first: it can be of somebody who has just come.
  const sent = await goodRequest(world, operation)
  await world.service.sql(
    `INSERT INTO signin_failures SELECT 'account:' || encode(sha256(email::bytea), 'hex') || ':session', 1000, now()
     FROM accounts ON CONFLICT (bucket) DO UPDATE SET failures = 1000, since = now()`,
  )
  const answers = [await send(world.service, operation, sent)]
  await world.service.sql("DELETE FROM signin_failures WHERE bucket LIKE '%:session'")
  return answers
}

/** Sent to the server that allows one request a minute. */
const overTheRate: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  await send(world.service, operation, sent)
  return [await send(world.strict, operation, sent)]
}

/** Makes a seat that waits for its person. Returns it with the token in its link. */
async function invite(world: CaseWorld, email: string): Promise<{ id: number; link: string }> {
  const { data } = (
    await world.service.api('POST', '/v1/workspace/seats', {
      token: world.owner,
      body: { email, role: 'viewer' },
    })
  ).body
  return { id: data.crmUserId, link: new URL(data.inviteUrl).pathname.split('/').at(-1)! }
}

async function column(world: CaseWorld, operation: AnyOperation, body: object) {
  const { id, key } = placeOf(world, operation)
  const base = placeOf(world, operation) === world.board ? `boards/${id}` : `definitions/${key}`
  const made = await world.service.api('POST', `/v1/${base}/columns`, { token: world.owner, body })
  if (made.status !== 201) throw new Error(`the column answered ${made.text}`)
  return { ...made.body.data, base: `/v1/${base}` }
}

const valuesNotUnique: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const { id, key, base } = await column(world, operation, { name: 'Serial number', type: 'text' })
  await world.service.api('POST', `${base}/rows`, {
    token: world.owner,
    body: { rows: [{ cells: { [key]: 'A1' } }, { cells: { [key]: 'A1' } }] },
  })
  const body = { unique: true }
  return [
    await send(world.service, operation, { ...sent, params: { ...sent.params, column: id }, body }),
  ]
}

const columnLocked: Case = async (world, operation) => {
  const { id, key } = await column(world, operation, { name: 'Commission', type: 'text' })
  await lockColumn(world, id)
  return withBody(() => ({ cells: { [key]: '12' } }))(world, operation)
}

const lastOwner =
  (change: object): Case =>
  async (world, operation) => [
    await send(world.service, operation, {
      token: world.owner,
      params: { crmUserId: world.desk.seats.owner },
      ...change,
    }),
  ]

const columnTwins = (twin: object) =>
  withBody(() => ({
    columns: [
      { name: 'One', key: 'one', type: 'text' },
      { name: 'Two', type: 'text', ...twin },
    ],
  }))

const wrongPassword: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const body = sent.body as object
  const answers: Answer[] = []
  const attempt = async (change: Partial<Sent>) =>
    answers.push(await send(world.service, operation, { ...sent, ...change }))
  if (operation === auth.acceptInvitation) {
    // Somebody who already has an account accepts with its password.
    const { link } = await invite({ ...world, owner: await otherDesk(world) }, world.ownerEmail)
    await attempt({ params: { token: link }, body: { ...body, password: 'not the password' } })
  } else if (operation === auth.changePassword) {
    await attempt({ body: { ...body, currentPassword: 'not the password' } })
  } else {
    await attempt({ body: { ...body, password: 'not the password' } })
    await attempt({ body: { ...body, email: 'nobody@desk.example' } })
  }
  return answers
}

const ownPasswordWrong = withBody(() => ({ password: 'not the password' }))

/** Somebody whose only seat is suspended. */
const suspended: Case = async (world, operation) => {
  const email = 'rests@desk.example'
  const password = 'correct horse battery'
  const { id, link } = await invite(world, email)
  await send(world.service, auth.acceptInvitation, {
    params: { token: link },
    body: { name: 'Rhea Rests', password },
  })
  await send(world.service, workspace.updateSeat, {
    token: world.owner,
    params: { crmUserId: id },
    body: { status: 'suspended' },
  })
  return [await send(world.service, operation, { body: { email, password } })]
}

/** The owner's token of another workspace. */
async function otherDesk(world: CaseWorld): Promise<string> {
  const signedUp = await send(world.service, auth.signUp, await goodRequest(world, auth.signUp))
  return signedUp.body.data.accessToken
}

const table: [AnyOperation, RefusalCode, Case][] = [
  [
    auth.signUp,
    'signup_closed',
    async (world, operation) => [
      await send(world.strict, operation, await goodRequest(world, operation)),
    ],
  ],
  [auth.signUp, 'email_taken', twice],
  [auth.signUp, 'rate_limited', throttled],
  [auth.signIn, 'rate_limited', throttled],
  [auth.acceptInvitation, 'rate_limited', throttled],
  [auth.changePassword, 'rate_limited', guessing],
  [auth.eraseAccount, 'rate_limited', guessing],
  [workspace.deleteWorkspace, 'rate_limited', guessing],
  [auth.signIn, 'wrong_password', wrongPassword],
  [auth.acceptInvitation, 'wrong_password', wrongPassword],
  [auth.changePassword, 'wrong_password', wrongPassword],
  [auth.eraseAccount, 'wrong_password', ownPasswordWrong],
  [workspace.deleteWorkspace, 'wrong_password', ownPasswordWrong],
  [
    auth.eraseAccount,
    'last_owner',
    async (world, operation) => {
      const { email, token } = await founder(world)
      const { body } = await goodRequest(world, operation)
      return [await send(world.service, operation, { token, body: { ...(body as object), email } })]
    },
  ],
  [auth.signIn, 'forbidden', suspended],
  [auth.signIn, 'unknown_reference', withBody(() => ({ workspaceId: NOTHING }))],
  [auth.switchWorkspace, 'unknown_reference', withBody(() => ({ workspaceId: NOTHING }))],
  [workspace.inviteSeat, 'unknown_reference', withBody(() => ({ teamIds: [NOTHING] }))],
  [workspace.updateSeat, 'unknown_reference', withBody(() => ({ teamIds: [NOTHING] }))],
  [workspace.updateWorkspace, 'unknown_reference', withBody(() => ({ escalationUserId: NOBODY }))],
  [workspace.inviteSeat, 'seat_exists', withBody(({ ownerEmail }) => ({ email: ownerEmail }))],
  [workspace.updateSeat, 'last_owner', lastOwner({ body: { role: 'admin' } })],
  [workspace.removeSeat, 'last_owner', lastOwner({})],
  [
    workspace.updateSeat,
    'invitation_pending',
    async (world, operation) => [
      await send(world.service, operation, {
        token: world.owner,
        params: { crmUserId: (await invite(world, 'pending@desk.example')).id },
        body: { status: 'active' },
      }),
    ],
  ],
  [workspace.createTeam, 'name_taken', twice],
  [
    workspace.updateTeam,
    'name_taken',
    async (world, operation) => {
      const body = { name: 'Brokers' }
      await world.service.api('POST', '/v1/workspace/teams', { token: world.owner, body })
      return withBody(() => body)(world, operation)
    },
  ],
  ...[boards, definitions].flatMap((op): [AnyOperation, RefusalCode, Case][] => [
    [op.create, 'key_taken', withBody(({ page }) => ({ key: page.key }))],
    [op.create, 'name_taken', columnTwins({ name: ' ONE' })],
    [op.createColumn, 'key_taken', withBody(() => ({ key: 'rank' }))],
    [op.createColumn, 'name_taken', withBody(() => ({ name: 'RANK ' }))],
    [op.updateColumn, 'name_taken', withBody(() => ({ name: 'RANK ' }))],
    [op.updateColumn, 'values_not_unique', valuesNotUnique],
    [op.createRows, 'invalid_rows', withBody(() => ({ cells: { rank: 'not a number' } }))],
    [op.createRows, 'unknown_reference', withBody(() => ({ cells: { agent: NOBODY } }))],
    [op.createRows, 'column_locked', columnLocked],
  ]),
  ...[boards, definitions].flatMap((op) =>
    [op.updateKey, op.rotateKey].map((operation): [AnyOperation, RefusalCode, Case] => [
      operation,
      'key_ended',
      revokedBefore(op.revokeKey),
    ]),
  ),
  [ingest.writeRows, 'invalid_rows', withBody(() => ({ cells: { rank: 'not a number' } }))],
  [ingest.writeRecords, 'invalid_rows', withBody(() => ({ cells: { rank: 'not a number' } }))],
  [ingest.writeRows, 'unknown_reference', withBody(() => ({ cells: { agent: NOBODY } }))],
  [ingest.writeRecords, 'unknown_reference', withBody(() => ({ cells: { agent: NOBODY } }))],
  ...Object.values(ingest).map((operation): [AnyOperation, RefusalCode, Case] => [
    operation,
    'rate_limited',
    overTheRate,
  ]),
]

/** The cases of refusals that are specific to an operation, by `operationId code`. */
export const specificCases = new Map(
  [...table, ...areas.flatMap(({ cases }) => cases)].map(([operation, code, run]) => [
    `${operation.operationId} ${code}`,
    run,
  ]),
)
