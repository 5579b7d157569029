import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { mentionOperations as mentions } from '../../../../contract/records/mentions.ts'
import { titleOperations as rows } from '../../../../contract/records/rows.ts'
import type { Sent } from '../../coverage/requests.ts'
import type { Place } from '../../coverage/world.ts'
import { MARK } from '../canaries.ts'
import { both } from '../ways.ts'
import { basePath, call, type LeakWorld } from '../world.ts'
import { type Ask, type Asking, each, type Naming, withBody, withParams, withQuery } from './ask.ts'

let made = 0
/** Uses a new row that has canaries in it. */
const onNewRow =
  (before: (path: string, leak: LeakWorld) => Promise<object | undefined>): Ask =>
  (leak, place, good) => [
    (async () => {
      const rowId = await leak.newRow(place)
      const more = await before(`${basePath(leak, place)}/rows/${rowId}`, leak)
      return withParams(good, { rowId, ...more })
    })(),
  ]

/** A row with canaries, and the entry of its history in which a visible cell changed. */
async function changedRow(
  leak: LeakWorld,
  path: string,
  place: Place,
): Promise<{ entryId: string }> {
  await call(leak, 'PATCH', path, { cells: { [place.column.key]: 'Other' } })
  const { data } = await call(leak, 'GET', `${path}/history`)
  return { entryId: data[0].id }
}

const trashedRow = (leak: LeakWorld, place: Place, good: Sent): Sent =>
  withQuery(withParams(good, { rowId: leak.things[`trashed of ${place.key}`]! }), {
    trashed: 'true',
  })

/** Mentions everybody in comments on a row with hidden cells and on one that has a title made of them. */
async function mentioned(leak: LeakWorld, place: Place, good: Sent): Promise<Sent> {
  const body = { body: 'Look at this.', mentions: Object.values(leak.desk.seats) }
  const { key, rowId } = leak.linked
  for (const path of [
    `${basePath(leak, place)}/rows/${place.rowId}`,
    `/v1/definitions/${key}/rows/${rowId}`,
  ]) {
    await call(leak, 'POST', `${path}/comments`, body)
  }
  return good
}

/** Adds a file that the asker has uploaded: others' files cannot be added. */
const ownFile: Ask = (leak, _place, good, by) => [
  (async () => {
    const tokens: Partial<Record<string, string>> = leak.desk.tokens
    const body = new FormData()
    body.set('file', new File(['x'], 'paper.pdf'))
    // Viewers cannot upload.
    const token = by === 'viewer' ? leak.owner : (tokens[by] ?? leak.owner)
    const made = await leak.service.api('POST', '/v1/files', { token, body })
    return withBody(good, { fileId: made.body.data.id })
  })(),
]

const is = (column: string) => JSON.stringify({ column, op: 'is_not_empty' })

const listings: Ask = (leak, place, good) => {
  const { key } = place.column
  const eq = (column: string, value: unknown) => JSON.stringify({ column, op: 'eq', value })
  return [
    withQuery(good, { limit: '1000', expand: 'links' }),
    withQuery(good, { limit: '1000', trashed: 'true' }),
    withQuery(good, { limit: '2' }),
    withQuery(good, { limit: '2', sort: `-${key}`, count: 'true' }),
    withQuery(good, { group: key, sum: 'rank', count: 'true' }),
    withQuery(good, { totals: `${key}:filled,rank:sum`, filter: is(key) }),
    withQuery(good, { fields: key, filter: eq(key, 'Same'), sort: key }),
    // These texts are in hidden cells, of one world only or of both, and never in a visible cell.
    withQuery(good, { search: `${MARK}texta1`, count: 'true' }),
    withQuery(good, { search: `${MARK}`, count: 'true' }),
    withQuery(good, { view: leak.things[`view of ${place.key}`]!, count: 'true' }),
  ]
}
const exported: Ask = (leak, place, good) =>
  ['csv', 'xlsx'].flatMap((format) => [
    withQuery(good, { format }),
    withQuery(good, { format, sort: `-${place.column.key}` }),
    withQuery(good, { format, search: `${MARK}texta1` }),
    withQuery(good, { format, view: leak.things[`view of ${place.key}`]! }),
  ])
const namedInListing: Naming = (_leak, place, column, good) => [
  withQuery(good, { filter: is(column) }),
  withQuery(good, { filter: `{"not": {"or": [${is(column)}, ${is(place.column.key)}]}}` }),
  withQuery(good, { sort: column }),
  withQuery(good, { sort: `${place.column.key},-${column}` }),
  withQuery(good, { fields: column }),
]
const namedInView: Naming = (_leak, place, column, good) => [
  withBody(good, { filter: { column, op: 'is_empty' } }),
  withBody(good, { sort: [place.column.key, `-${column}`] }),
  withBody(good, { fields: [column] }),
  withBody(good, { group: column }),
  withBody(good, { group: place.column.key, sum: [column] }),
  withBody(good, { totals: { [column]: 'filled' } }),
]
const cellNamed: Naming = (_leak, _place, column, good) => [
  { ...good, body: { cells: { [column]: 'x' } } },
]

export const rowAskings: [AnyOperation, Asking][] = [
  ...each(both('listRows'), {
    ask: listings,
    naming: (leak, place, column, good) => [
      ...namedInListing(leak, place, column, good),
      withQuery(good, { group: column }),
      withQuery(good, { group: place.column.key, sum: column }),
      withQuery(good, { totals: `${column}:filled` }),
    ],
  }),
  ...each(both('exportRows'), {
    ask: exported,
    naming: (leak, place, column, good) =>
      namedInListing(leak, place, column, withQuery(good, { format: 'csv' })),
  }),
  ...each(both('getRow'), {
    ask: (leak, place, good) => [
      withParams(good, { rowId: place.rowId }),
      withQuery(withParams(good, { rowId: place.rowId }), { expand: 'links' }),
      trashedRow(leak, place, good),
    ],
  }),
  ...each(both('listLinks', 'getRelated'), {
    ask: ({ linked: { id, key, rowId, secretRowId } }, _place, good) =>
      [rowId, secretRowId].map((target) =>
        withParams(good, { ...('id' in good.params! ? { id } : { key }), rowId: target }),
      ),
  }),
  ...each([rows.listTitles], {
    ask: ({ linked, things, board }, place, good) => [
      withQuery(good, {
        ids: [linked.rowId, place.rowId, things[`trashed of ${board.key}`]].join(),
      }),
    ],
  }),
  ...each([rows.listNewest], { ask: (_leak, _place, good) => [withQuery(good, { limit: '100' })] }),
  ...each(both('addRowFile'), { ask: ownFile }),
  ...each([mentions.list], { ask: (leak, place, good) => [mentioned(leak, place, good)] }),
  ...each(both('createRows'), {
    naming: (leak, place, column, good) => [
      ...cellNamed(leak, place, column, good),
      { ...good, body: { rows: [{ cells: {} }, { cells: { [column]: null } }] } },
    ],
  }),
  ...each(both('updateRow'), { ask: onNewRow(async () => undefined), naming: cellNamed }),
  ...each(both('updateRows'), {
    ask: (leak, place, good) => [
      (async () => {
        const rows = [{ id: await leak.newRow(place), cells: { [place.column.key]: 'New' } }]
        return { ...good, body: { rows } }
      })(),
    ],
    naming: (_leak, place, column, good) => [
      { ...good, body: { rows: [{ id: place.rowId, cells: { [column]: 'x' } }] } },
    ],
  }),
  ...each(both('restoreRow'), {
    ask: onNewRow(async (path, leak) => call(leak, 'DELETE', path)),
  }),
  ...each(both('listHistory'), {
    ask: (leak, place, good) => [
      withParams(good, { rowId: place.rowId }),
      withQuery(withParams(good, { rowId: place.rowId }), { limit: '1' }),
      trashedRow(leak, place, good),
    ],
  }),
  ...each(both('getTimeline'), {
    ask: (leak, place, good) => [
      withParams(good, { rowId: place.rowId }),
      withQuery(withParams(good, { rowId: place.rowId }), { limit: '1' }),
      withQuery(withParams(good, { rowId: place.rowId }), { kinds: 'created,change' }),
      withQuery(withParams(good, { rowId: place.rowId }), { kinds: 'comment' }),
      trashedRow(leak, place, good),
    ],
  }),
  ...each(both('revertCell'), {
    ask: (leak, place, good, by) => {
      const sent = { ...good, body: { column: place.column.key } }
      return onNewRow((path) => changedRow(leak, path, place))(leak, place, sent, by)
    },
    naming: (leak, place, column, good) => [
      (async () => {
        const { data } = await call(
          leak,
          'GET',
          `${basePath(leak, place)}/rows/${place.rowId}/history`,
        )
        const params = { rowId: place.rowId, entryId: data.at(-2).id }
        return { ...withParams(good, params), body: { column } }
      })(),
    ],
  }),

  ...each(both('getView'), {
    ask: (leak, place, good) => [
      withParams(good, { viewId: leak.things[`view of ${place.key}`]! }),
    ],
  }),
  ...each(both('getForm'), {
    ask: (leak, place, good) => [
      withParams(good, { formId: leak.things[`form of ${place.key}`]! }),
    ],
  }),
  ...each(both('createView'), {
    ask: (leak, place, good) => [
      good,
      ...(leak.hides
        ? []
        : [
            withBody(good, {
              name: `Of the hidden ${++made}`,
              fields: [leak.hidden.get(place)![0]!.key],
            }),
          ]),
    ],
    naming: namedInView,
  }),
  // A view of the asker's own, of columns that were hidden later.
  ...each(both('updateView'), {
    ask: (leak, place, good, by) => [
      {
        ...withParams(good, {
          viewId:
            leak.things[`view of ${place.key} by ${by}`] ?? leak.things[`view of ${place.key}`]!,
        }),
        body: { name: `Renamed ${++made}` },
      },
    ],
    naming: namedInView,
  }),
  // An address that fills a column that was hidden later.
  ...each(both('updateAddress'), {
    ask: (leak, place, good) => [
      withParams(good, { addressId: leak.things[`address of ${place.key}`]! }),
    ],
  }),
  // A hook that fills a column that was hidden later.
  ...each(both('updateHook', 'listHookSamples'), {
    ask: (leak, place, good) => [
      withParams(good, { hookId: leak.things[`hook of ${place.key}`]! }),
    ],
  }),
  ...each(both('previewHook'), {
    ask: (leak, place, good) => [
      {
        ...withParams(good, { hookId: leak.things[`hook of ${place.key}`]! }),
        body: {
          sampleId: leak.things[`sample of ${place.key}`]!,
          fields: [{ path: 'answer', column: `${MARK}_text` }],
        },
      },
    ],
  }),
  ...each(both('removeView'), {
    ask: (leak, place, good, by) => [
      (async () => {
        const body = { name: `Short-lived ${++made}` }
        const { id } = (await call(leak, 'POST', `${basePath(leak, place)}/views`, body, by)).data
        return withParams(good, { viewId: id })
      })(),
    ],
  }),
  ...each(both('updateComment', 'removeComment'), {
    ask: (leak, place, good, by) => [
      (async () => {
        const path = `${basePath(leak, place)}/rows/${place.rowId}/comments`
        const { id } = (await call(leak, 'POST', path, { body: 'Called back.' }, by)).data
        return withParams(good, { rowId: place.rowId, commentId: id })
      })(),
    ],
  }),
]
