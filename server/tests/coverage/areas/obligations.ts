import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { obligationOperations as op } from '../../../../contract/obligations/obligations.ts'
import type { RefusalCode } from '../../../../contract/refusals/refusals.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOBODY, NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

const task = { title: 'Voided check', obligationType: 'task' }
const reason = { reason: 'As agreed' }

async function call(world: World, path: string, body?: object): Promise<number> {
  const sent = { token: world.owner, body }
  const made = await world.service.api('POST', `/v1/obligations${path}`, sent)
  if (made.status !== 201) throw new Error(`${path} answered ${made.text}`)
  return made.body.data.id
}

/** The verbs that bring a new obligation into each status. */
const ways: Record<string, [verb: string, body?: object][]> = {
  open: [],
  started: [['start']],
  submitted: [['submit']],
  completed: [['complete']],
  waived: [['waive', reason]],
  cancelled: [['cancel', reason]],
}

async function made(world: World, status = 'open', body: object = {}): Promise<number> {
  const id = await call(world, '', { ...task, ...body })
  for (const [verb, sent] of ways[status]!) await call(world, `/${id}/${verb}`, sent)
  return id
}

/** A request about a new obligation in that status. */
const onNew =
  (body?: object, status = 'open'): Good =>
  async (world) => ({
    token: world.owner,
    params: { id: await made(world, status) },
    ...(body && { body }),
  })
const onKept: Good = ({ owner, things }) => ({ token: owner, params: { id: things.obligationId! } })

const refusedWith =
  (change: (world: World, sent: Sent) => object | Promise<object>): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return [await send(world.service, operation, { ...sent, ...(await change(world, sent)) })]
  }
const withBody = (change: (world: World) => object | Promise<object>): Case =>
  refusedWith(async (world, { body }) => ({
    body: { ...(body as object), ...(await change(world)) },
  }))

/** The good request, about an obligation in that status. */
const whenIn = (status: string): Case =>
  refusedWith(async (world) => ({ params: { id: await made(world, status) } }))
const whenBelow = (status: string): Case =>
  withBody(async (world) => ({ parentObligationId: await made(world, status) }))

const documentRequired: Case = refusedWith(async (world) => ({
  params: { id: await made(world, 'open', { requiredDocumentType: 'lease' }) },
}))
const childrenOpen: Case = refusedWith(async (world) => {
  const id = await made(world)
  await made(world, 'open', { parentObligationId: id })
  return { params: { id } }
})
/** A completed obligation whose parent was completed after it. */
const underClosed: Case = refusedWith(async (world) => {
  const parentObligationId = await made(world)
  const id = await made(world, 'completed', { parentObligationId })
  await call(world, `/${parentObligationId}/complete`)
  return { params: { id } }
})

const closed = (operation: AnyOperation, ...statuses: string[]): Area['cases'] =>
  statuses.map((status) => [operation, `already_${status}` as RefusalCode, whenIn(status)])
const inAnyClosed = ['completed', 'waived', 'cancelled']

const inBody = (sent: Sent, change: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...change },
})
/** The field of a body that names something of the workspace. */
const names = (field: string, foreign: Rule['foreign'], missing: string | number): Rule => ({
  put: (sent, id) => inBody(sent, { [field]: id }),
  foreign,
  as: { missing, status: 400, code: 'unknown_reference' },
})
const narrows = (field: string, foreign: Rule['foreign'], missing: string | number): Rule => ({
  put: (sent, id) => ({ ...sent, query: { [field]: String(id) } }),
  foreign,
  as: { missing, status: 200 },
})
const person: Rule['foreign'] = (theirs) => [theirs.guest]
const row: Rule['foreign'] = (theirs) => [theirs.board.rowId, theirs.page.rowId]
const kept: Rule['foreign'] = (theirs) => [theirs.things.obligationId!]

/** A number of the caller's own, which refers to nothing here. */
const own = (field: string): [string, Rule[]] => [
  `body.${field}`,
  [{ put: (sent, id) => inBody(sent, { [field]: Number(id) }), foreign: kept }],
]

const ofBodies: [string, Rule[]][] = [op.create, op.update].flatMap(({ operationId }) => [
  [`${operationId} body.dealRowId`, [names('dealRowId', row, NOTHING)]] as [string, Rule[]],
])

export const obligations: Area = {
  async furnish(world) {
    const body = { ...task, title: `${world.mark} check`, dealRowId: world.page.rowId }
    return { obligationId: String(await call(world, '', body)) }
  },
  good: [
    [op.list, ({ owner }) => ({ token: owner })],
    [op.create, ({ owner }) => ({ token: owner, body: task })],
    [op.get, onKept],
    [op.update, onNew({ title: 'Signed lease' })],
    [op.listHistory, onKept],
    [op.start, onNew()],
    [op.submit, onNew({})],
    [op.reject, onNew(reason, 'submitted')],
    [op.complete, onNew({})],
    [op.waive, onNew(reason)],
    [op.cancel, onNew(reason)],
    [op.reopen, onNew(reason, 'completed')],
    [op.undoCompletion, onNew(undefined, 'completed')],
    [op.escalate, onNew({})],
  ],
  cases: [
    [op.create, 'unknown_reference', withBody(() => ({ dealRowId: NOTHING }))],
    [op.create, 'parent_closed', whenBelow('waived')],
    [op.update, 'unknown_reference', withBody(() => ({ assignedToUserId: NOBODY }))],
    [op.update, 'parent_closed', whenBelow('cancelled')],
    [op.start, 'already_started', whenIn('started')],
    [op.start, 'already_submitted', whenIn('submitted')],
    [op.submit, 'already_submitted', whenIn('submitted')],
    [op.submit, 'unknown_reference', withBody(() => ({ documentId: NOBODY }))],
    [op.submit, 'document_required', documentRequired],
    [op.reject, 'not_submitted', whenIn('started')],
    [op.complete, 'unknown_reference', withBody(() => ({ documentId: NOBODY }))],
    [op.complete, 'document_required', documentRequired],
    [op.complete, 'children_open', childrenOpen],
    ...[op.reopen, op.undoCompletion].flatMap((operation): Area['cases'] => [
      [operation, 'not_completed', whenIn('submitted')],
      [operation, 'parent_closed', underClosed],
      ...closed(operation, 'waived', 'cancelled'),
    ]),
    [op.escalate, 'unknown_reference', withBody(() => ({ toUserId: NOBODY }))],
    ...[
      op.update,
      op.start,
      op.submit,
      op.reject,
      op.complete,
      op.waive,
      op.cancel,
      op.escalate,
    ].flatMap((operation) => closed(operation, ...inAnyClosed)),
  ],
  subjects: {
    obligations: {
      of: ({ things }) => [things.obligationId!],
      missing: [NOBODY, 0, 'no-id', '99999999999999999999'],
    },
  },
  rules: Object.fromEntries([
    ...ofBodies,
    ['body.assignedToUserId', [names('assignedToUserId', person, NOBODY)]],
    ['body.documentId', [names('documentId', ({ things }) => [Number(things.documentId)], NOBODY)]],
    // The caller's own data: nothing in it is looked up.
    ...[op.create, op.update].map(({ operationId }): [string, Rule[]] => [
      `${operationId} body.detail`,
      [{ put: (sent, id) => inBody(sent, { detail: { id } }), foreign: kept }],
    ]),
    ['body.toUserId', [names('toUserId', person, NOBODY)]],
    [
      'body.parentObligationId',
      [names('parentObligationId', (theirs) => kept(theirs, op.create).map(Number), NOBODY)],
    ],
    own('counterpartyId'),
    own('facilityId'),
    own('decisionId'),
    own('submissionId'),
    ['query.assignedToUserId', [narrows('assignedToUserId', person, NOBODY)]],
    ['query.parentObligationId', [narrows('parentObligationId', kept, NOBODY)]],
    ['query.dealRowId', [narrows('dealRowId', row, NOTHING)]],
  ]),
}
