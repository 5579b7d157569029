import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { fileOperations } from '../../../../contract/records/files.ts'
import { mentionOperations as mentions } from '../../../../contract/records/mentions.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { lockColumn } from '../lock-column.ts'
import { type OpenPlace, openPlace } from '../places.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOBODY, NOTHING, placeOf } from '../subjects.ts'
import type { Place, World } from '../world.ts'

const { boards, definitions } = operationGroups

const both = [boards, definitions] as const
type Operations = (typeof both)[number]

type Make = (at: OpenPlace, world: World) => Promise<Sent>

/** A good request of an operation, made again each time. */
const good =
  (operation: AnyOperation, make: Make): Good =>
  async (world) => {
    const at = openPlace(world, operation)
    const { params, ...sent } = await make(at, world)
    return { token: at.token, params: { ...at.params, ...params }, ...sent }
  }

/** Of its own, because everybody can read the files of rows. */
const upload = async ({ service, owner }: World): Promise<string> => {
  const made = await send(service, fileOperations.create, { token: owner, body: { file: 'x' } })
  return made.body.data.id
}

const goodOf = (op: Operations): [AnyOperation, Good][] => {
  const cells = ({ column }: Place) => ({ [column.key]: 'Acme Supply' })
  const trashed = async ({ addRow, api }: OpenPlace) => {
    const rowId = await addRow()
    await api('DELETE', `/rows/${rowId}`)
    return rowId
  }
  const table: [AnyOperation, Make][] = [
    [
      op.updateRow,
      async ({ place, addRow }) => ({
        params: { rowId: await addRow() },
        body: { cells: cells(place) },
      }),
    ],
    [
      op.updateRows,
      async ({ place, addRow }) => ({
        body: { rows: [{ id: await addRow(), cells: cells(place) }] },
      }),
    ],
    [op.removeRow, async ({ addRow }) => ({ params: { rowId: await addRow() } })],
    [op.removeRows, async ({ addRow }) => ({ body: { ids: [await addRow()] } })],
    [op.restoreRow, async (at) => ({ params: { rowId: await trashed(at) } })],
    [op.restoreRows, async (at) => ({ body: { ids: [await trashed(at)] } })],
    [op.purgeRows, async (at) => ({ body: { ids: [await trashed(at)] } })],
    [op.listHistory, async ({ place }) => ({ params: { rowId: place.rowId } })],
    [
      op.revertCell,
      async ({ place, addRow, api }) => {
        const rowId = await addRow()
        await api('PATCH', `/rows/${rowId}`, { cells: cells(place) })
        const [entry] = await api('GET', `/rows/${rowId}/history`)
        return { params: { rowId, entryId: entry.id }, body: { column: place.column.key } }
      },
    ],
    [op.listComments, async ({ place }) => ({ params: { rowId: place.rowId } })],
    [
      op.createComment,
      async ({ place }) => ({ params: { rowId: place.rowId }, body: { body: 'Called.' } }),
    ],
    ...[op.updateComment, op.removeComment].map((operation): [AnyOperation, Make] => [
      operation,
      async ({ place: { rowId }, api }) => ({
        params: {
          rowId,
          commentId: (await api('POST', `/rows/${rowId}/comments`, { body: 'Called.' })).id,
        },
        ...(operation === op.updateComment ? { body: { body: 'Called back.' } } : {}),
      }),
    ]),
    [op.listRowFiles, async ({ place }) => ({ params: { rowId: place.rowId } })],
    [
      op.addRowFile,
      async ({ place }, world) => ({
        params: { rowId: place.rowId },
        body: { fileId: await upload(world) },
      }),
    ],
    [
      op.removeRowFile,
      async ({ addRow, api }, world) => {
        const [rowId, fileId] = [await addRow(), await upload(world)]
        await api('POST', `/rows/${rowId}/files`, { fileId })
        return { params: { rowId, fileId } }
      },
    ],
  ]
  return table.map(([operation, make]) => [operation, good(operation, make)])
}

/** The good request with another body. */
const withBody =
  (change: (sent: Sent, world: World) => object): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return [await send(world.service, operation, { ...sent, body: change(sent, world) })]
  }

const edited = (sent: Sent, edit: object) => {
  const body = sent.body as { rows?: object[] }
  return body.rows ? { rows: body.rows.map((row) => ({ ...row, ...edit })) } : { ...body, ...edit }
}
const staleVersion = withBody((sent) => edited(sent, { version: 99 }))
const wrongCells = withBody((sent) => edited(sent, { cells: { no_such_column: 1 } }))

const columnLocked: Case = async (world, operation) => {
  const { id, key } = await openPlace(world, operation).addColumn()
  await lockColumn(world, id)
  return withBody((sent) => edited(sent, { cells: { [key]: 'x' } }))(world, operation)
}

/** Reverts a cell to the value that its row was made with, after the column was changed. */
const revertAfter =
  (change: (world: World, at: OpenPlace, id: string) => Promise<unknown>): Case =>
  async (world, operation) => {
    const at = openPlace(world, operation)
    const { id, key } = await at.addColumn()
    const rowId = await at.addRow({ [key]: 'Acme' })
    await change(world, at, id)
    const params = { ...at.params, rowId, entryId: rowId }
    return [
      await send(world.service, operation, { token: at.token, params, body: { column: key } }),
    ]
  }
/** Requires the column for one request only, so that the columns of the world stay as they were. */
const revertRequired: Case = async (world, operation) => {
  const at = openPlace(world, operation)
  let column = ''
  const require = (required: boolean) => at.api('PATCH', `/columns/${column}`, { required })
  const answers = await revertAfter(async (_, __, id) => {
    column = id
    await require(true)
  })(world, operation)
  await require(false)
  return answers
}
const revertLocked = revertAfter((world, _, id) => lockColumn(world, id))

/** A row in the trash whose unique value another row has taken. */
const valueTaken: Case = async (world, operation) => {
  const at = openPlace(world, operation)
  const { api, addRow, params, token } = at
  const { key } = await at.addColumn({ unique: true })
  const rowId = await addRow({ [key]: 'A1' })
  await api('DELETE', `/rows/${rowId}`)
  await addRow({ [key]: 'A1' })
  const sent: Sent = operation.body
    ? { token, params, body: { ids: [rowId] } }
    : { token, params: { ...params, rowId } }
  return [await send(world.service, operation, sent)]
}

const casesOf = (op: Operations): Area['cases'] => [
  [op.updateRow, 'row_changed', staleVersion],
  [op.updateRows, 'row_changed', staleVersion],
  [op.updateRow, 'invalid_rows', wrongCells],
  [op.updateRows, 'invalid_rows', wrongCells],
  [op.updateRow, 'column_locked', columnLocked],
  [op.updateRows, 'column_locked', columnLocked],
  [op.updateRow, 'unknown_reference', withBody(() => ({ cells: { agent: NOBODY } }))],
  [op.updateRows, 'unknown_reference', withBody((sent) => edited(sent, { id: NOTHING }))],
  [op.removeRows, 'unknown_reference', withBody(() => ({ ids: [NOTHING] }))],
  [op.restoreRows, 'unknown_reference', withBody(() => ({ ids: [NOTHING] }))],
  [op.purgeRows, 'unknown_reference', withBody(() => ({ ids: [NOTHING] }))],
  [op.restoreRow, 'value_taken', valueTaken],
  [op.restoreRows, 'value_taken', valueTaken],
  [op.revertCell, 'unknown_column', withBody(() => ({ column: 'no_such_column' }))],
  [op.revertCell, 'invalid_rows', revertRequired],
  [op.revertCell, 'column_locked', revertLocked],
  [op.createComment, 'unknown_reference', withBody(() => ({ body: 'x', mentions: [NOBODY] }))],
  [op.updateComment, 'unknown_reference', withBody(() => ({ mentions: [NOBODY] }))],
  [op.addRowFile, 'unknown_reference', withBody(() => ({ fileId: NOTHING }))],
]

const unknown = { missing: NOTHING, status: 400, code: 'unknown_reference' }
const rulesOf = (op: Operations): Record<string, Rule[]> => {
  const inIds: Rule = {
    put: (sent, id) => ({ ...sent, body: { ids: [id] } }),
    foreign: (theirs, operation) => [placeOf(theirs, operation).rowId],
    as: unknown,
  }
  const inRows =
    (edit: (id: string | number) => object): Rule['put'] =>
    (sent, id) => ({ ...sent, body: edited(sent, edit(id)) })
  return {
    [`${op.removeRows.operationId} body.ids[]`]: [inIds],
    [`${op.restoreRows.operationId} body.ids[]`]: [inIds],
    [`${op.purgeRows.operationId} body.ids[]`]: [inIds],
    [`${op.addRowFile.operationId} body.fileId`]: [
      {
        put: (sent, id) => ({ ...sent, body: { fileId: id } }),
        foreign: ({ things }) => [things.fileId!],
        as: unknown,
      },
    ],
    [`${op.updateRows.operationId} body.rows[].id`]: [
      {
        put: inRows((id) => ({ id })),
        foreign: (theirs, operation) => [placeOf(theirs, operation).rowId],
        as: unknown,
      },
    ],
    [`${op.updateRows.operationId} body.rows[].cells`]: [
      {
        put: inRows((id) => ({ cells: { agent: id } })),
        foreign: (theirs) => [theirs.guest],
        as: { ...unknown, missing: NOBODY },
      },
      {
        put: inRows((id) => ({ cells: { [id]: 'x' } })),
        foreign: (theirs) => [theirs.board.column.id, theirs.page.column.id],
      },
    ],
  }
}

/** The name in `things` of something that each place's row was given. */
const nameOf = (thing: string, world: World, place: Place) =>
  `${thing}Of${place === world.board ? 'Board' : 'Page'}`

export const rowChanges: Area = {
  furnish: async (world) => {
    const made: Record<string, string> = {}
    for (const { listHistory } of both) {
      const { api, place } = openPlace(world, listHistory)
      const row = `/rows/${place.rowId}`
      await api('PATCH', row, { cells: { rank: 1 } })
      const [entry] = await api('GET', `${row}/history`)
      const comment = await api('POST', `${row}/comments`, { body: `${world.mark} called.` })
      made[nameOf('entry', world, place)] = entry.id
      made[nameOf('comment', world, place)] = comment.id
    }
    return made
  },
  good: [
    ...both.flatMap(goodOf),
    [mentions.list, ({ owner }) => ({ token: owner })],
    [
      mentions.markRead,
      ({ owner, things }) => ({ token: owner, body: { ids: [things.commentOfBoard!] } }),
    ],
  ],
  cases: both.flatMap(casesOf),
  subjects: {
    history: {
      of: (world, place) => [world.things[nameOf('entry', world, place)]!],
      missing: [NOTHING, 'no-id'],
    },
    comments: {
      of: (world, place) => [world.things[nameOf('comment', world, place)]!],
      missing: [NOTHING, 'no-id'],
    },
  },
  rules: Object.assign({}, ...both.map(rulesOf), {
    [`${mentions.markRead.operationId} body.ids[]`]: [
      {
        put: (sent: Sent, id: string | number) => ({ ...sent, body: { ids: [id] } }),
        foreign: ({ things }: World) => [things.commentOfBoard!, things.commentOfPage!],
        as: { missing: NOTHING, status: 201 },
      },
    ],
  }),
}
