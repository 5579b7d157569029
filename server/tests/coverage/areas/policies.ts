import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { policyOperations } from '../../../../contract/policies/policies.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { goodRequest, type Sent, send } from '../requests.ts'
import { NOTHING, placeOf } from '../subjects.ts'
import type { World } from '../world.ts'

const { boards, definitions } = operationGroups

const at = ({ owner, page }: World): Sent => ({ token: owner, params: { key: page.key } })
const atColumn = (world: World): Sent => ({
  ...at(world),
  params: { key: world.page.key, column: world.page.column.id },
})

/** The good request while the workspace is on that plan; afterwards it gets its own plan back. */
const onPlan =
  (plan: string): Case =>
  async (world, operation) => {
    const set = (name: string) =>
      world.service.sql('UPDATE workspaces SET plan = $2 WHERE id = $1', [
        world.desk.workspaceId,
        name,
      ])
    await set(plan)
    try {
      return [await send(world.service, operation, await goodRequest(world, operation))]
    } finally {
      await set('enterprise')
    }
  }

const named = (part: string, list: string) => ({
  [part]: { mode: 'roles', [list]: [NOTHING] },
})
const unknownNames: Case = async (world, operation) => {
  const bodies = [
    ...['accountIds', 'teamIds'].flatMap((list) =>
      ['visibleTo', 'editableBy'].map((part) => named(part, list)),
    ),
  ]
  const sent = await goodRequest(world, operation)
  return Promise.all(bodies.map((body) => send(world.service, operation, { ...sent, body })))
}

/** The good request with `as`, sent by roles that may not use that. */
const asOthers: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const query = { ...sent.query, as: 'role:viewer' }
  return Promise.all(
    (['viewer', 'manager'] as const).map((role) =>
      send(world.service, operation, { ...sent, query, token: world.desk.tokens[role] }),
    ),
  )
}
const asNobody: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const names = [`account:${NOTHING}`, `key:${NOTHING}`]
  return Promise.all(
    names.map((as) => send(world.service, operation, { ...sent, query: { ...sent.query, as } })),
  )
}

/** The operations that take `as`. */
const viewable: AnyOperation[] = [boards, definitions].flatMap((op) =>
  [op.get, op.getRow].map((operation) => operation as AnyOperation),
)

const unknown = { missing: NOTHING, status: 400, code: 'unknown_reference' }
const inList = (part: string, list: string): Rule => ({
  put: (sent, id) => ({ ...sent, body: { [part]: { mode: 'roles', [list]: [id] } } }),
  foreign: (theirs) => [list === 'teamIds' ? theirs.teamId : theirs.things.ownerAccountId!],
  as: unknown,
})

export const policies: Area = {
  furnish: async ({ service, owner }) => {
    const session = await service.api('GET', '/v1/auth/session', { token: owner })
    return { ownerAccountId: session.body.data.account.id }
  },
  good: [
    [policyOperations.list, at],
    [policyOperations.get, atColumn],
    [
      policyOperations.put,
      (world) => ({
        ...atColumn(world),
        body: { editableBy: { mode: 'roles', roles: ['member'] } },
      }),
    ],
  ],
  cases: [
    [policyOperations.put, 'plan_required', onPlan('business')],
    [policyOperations.put, 'unknown_reference', unknownNames],
    ...viewable.flatMap((operation): Area['cases'] => [
      [operation, 'forbidden', asOthers],
      [operation, 'unknown_reference', asNobody],
    ]),
  ],
  subjects: {
    'column-policies': {
      of: (_, place) => [place.column.id, place.column.key],
      missing: [NOTHING, 'no_such_column', '%00'],
    },
  },
  rules: {
    ...Object.fromEntries(
      ['visibleTo', 'editableBy'].flatMap((part) =>
        ['accountIds', 'teamIds'].map((list) => [`body.${part}.${list}[]`, [inList(part, list)]]),
      ),
    ),
    'query.as': [
      {
        put: (sent, id) => ({ ...sent, query: { ...sent.query, as: `key:${id}` } }),
        foreign: (theirs, operation) => [placeOf(theirs, operation).keyId],
        as: unknown,
      },
      {
        put: (sent, id) => ({ ...sent, query: { ...sent.query, as: `account:${id}` } }),
        foreign: (theirs) => [theirs.things.ownerAccountId!],
        as: unknown,
      },
    ],
  },
}
