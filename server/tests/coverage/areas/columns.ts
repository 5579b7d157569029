import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { openPlace } from '../places.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import type { World } from '../world.ts'

const { boards, definitions } = operationGroups

const both = [boards, definitions] as const
type Operations = (typeof both)[number]

/** The board or page of the world, and a request about one of its columns. */
function open(world: World, operation: AnyOperation) {
  const at = openPlace(world, operation)
  const sent = (column: string, body?: object): Sent => ({
    token: at.token,
    params: { ...at.params, column },
    ...(body && { body }),
  })
  return { ...at, sent }
}

const ofNewColumn =
  (operation: AnyOperation, body?: object, trashed = false): Good =>
  async (world) => {
    const { addColumn, api, sent } = open(world, operation)
    const { id } = await addColumn()
    if (trashed) await api('DELETE', `/columns/${id}`)
    return sent(id, body)
  }

const goodOf = (op: Operations): [AnyOperation, Good][] => [
  [
    op.reorderColumns,
    async (world) => {
      const { params, api } = open(world, op.reorderColumns)
      const columns = await api('GET', '/columns?limit=1000')
      const ids = columns.map(({ id }: { id: string }) => id).reverse()
      return { token: world.owner, params, body: { columns: ids } }
    },
  ],
  [op.previewColumnType, ofNewColumn(op.previewColumnType, { type: 'number' })],
  [op.changeColumnType, ofNewColumn(op.changeColumnType, { type: 'number' })],
  [op.restoreColumn, ofNewColumn(op.restoreColumn, undefined, true)],
]

/** Changes a column whose cells hold these texts to a number. */
const toNumber =
  (values: string[], more: object = {}): Case =>
  async (world, operation) => {
    const { addColumn, api, sent } = open(world, operation)
    const { id, key } = await addColumn(more)
    await api('POST', '/rows', { rows: values.map((value) => ({ cells: { [key]: value } })) })
    return [await send(world.service, operation, sent(id, { type: 'number' }))]
  }

/** Restores a column while another one has its key or name. */
const taken =
  (twin: (column: { key: string; name: string }) => object): Case =>
  async (world, operation) => {
    const { addColumn, api, sent } = open(world, operation)
    const column = await addColumn()
    await api('DELETE', `/columns/${column.id}`)
    await addColumn(twin(column))
    return [await send(world.service, operation, sent(column.id))]
  }

const unknownColumn: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  return [await send(world.service, operation, { ...sent, body: { columns: ['no_such_column'] } })]
}

const casesOf = (op: Operations): Area['cases'] => [
  [op.reorderColumns, 'unknown_column', unknownColumn],
  [op.changeColumnType, 'cells_would_be_lost', toNumber(['lots'])],
  [op.changeColumnType, 'values_not_unique', toNumber(['1', '1.0'], { unique: true })],
  [op.restoreColumn, 'key_taken', taken(({ key }) => ({ key }))],
  [
    op.restoreColumn,
    'name_taken',
    taken(({ name }) => ({ name, key: `k${crypto.randomUUID().slice(0, 8)}` })),
  ],
]

export const columns: Area = { good: both.flatMap(goodOf), cases: both.flatMap(casesOf) }
