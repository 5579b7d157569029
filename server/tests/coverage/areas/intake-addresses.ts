import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { openPlace } from '../places.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

const { boards, definitions } = operationGroups

async function newAddress(world: World, operation: AnyOperation): Promise<string> {
  const { api, place } = openPlace(world, operation)
  return (await api('POST', '/addresses', { columns: { subject: place.column.key } })).id
}

/** A request about a new address. */
const ofNew =
  (operation: AnyOperation, body?: object): Good =>
  async (world) => {
    await makeRoom(world, operation)
    const { params, token } = openPlace(world, operation)
    const sent: Sent = {
      token,
      params: { ...params, addressId: await newAddress(world, operation) },
    }
    return body ? { ...sent, body } : sent
  }

/** A board can have only a few addresses: deletes most of those that earlier requests made. */
async function makeRoom(world: World, operation: AnyOperation): Promise<void> {
  const { api } = openPlace(world, operation)
  const made: { id: string }[] = await api('GET', '/addresses')
  for (const { id } of made.slice(5)) await api('DELETE', `/addresses/${id}`)
}

/** The operator of this server has set no domain. */
const withoutDomain: Case = async (world, operation) => [
  await send(world.strict, operation, await goodRequest(world, operation)),
]

export const intakeAddresses: Area = {
  furnish: async (world) => ({
    boardAddress: await newAddress(world, boards.createAddress),
    pageAddress: await newAddress(world, definitions.createAddress),
  }),
  good: [boards, definitions].flatMap((op): [AnyOperation, Good][] => [
    [
      op.listAddresses,
      (world) => {
        const { params, token } = openPlace(world, op.listAddresses)
        return { params, token }
      },
    ],
    [
      op.createAddress,
      async (world) => {
        await makeRoom(world, op.createAddress)
        const { params, token, place } = openPlace(world, op.createAddress)
        return { params, token, body: { columns: { subject: place.column.key } } }
      },
    ],
    [op.updateAddress, ofNew(op.updateAddress, { enabled: false })],
    [op.removeAddress, ofNew(op.removeAddress)],
  ]),
  cases: [boards, definitions].map((op) => [
    op.createAddress,
    'inbound_domain_missing',
    withoutDomain,
  ]),
  subjects: {
    addresses: {
      of: ({ things, board }, place) => [things[place === board ? 'boardAddress' : 'pageAddress']!],
      missing: [NOTHING, 'no-id'],
    },
  },
  rules: {
    'query.addressId': [
      {
        put: (sent, id) => ({ ...sent, query: { addressId: String(id) } }),
        foreign: ({ things }) => [things.boardAddress!, things.pageAddress!],
        as: { missing: NOTHING, status: 200 },
      },
    ],
  },
}
