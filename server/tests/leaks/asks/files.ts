import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import type { Place } from '../../coverage/world.ts'
import { MARK } from '../canaries.ts'
import { both } from '../ways.ts'
import type { LeakWorld } from '../world.ts'
import { type Asking, each, type Naming, withBody, withParams, withQuery } from './ask.ts'

/** The parts of an upload for a board or page. The file's header names no column. */
const upload = (leak: LeakWorld, place: Place, parts: Record<string, string>, lines: string[]) => ({
  ...(place === leak.board ? { boardId: place.id } : { definitionKey: place.key }),
  ...parts,
  file: `First,Second\n${lines.join('\n')}\n`,
})
/** Values from which the service suggests a column: it must not suggest a hidden one. */
const suggestive = ['Acme,rosa@acme.example', 'Bolt,tom@bolt.example', 'Crux,ann@crux.example']
const uploads = (parts: Record<string, string>): Asking => ({
  ask: (leak, place, good) => [{ ...good, body: upload(leak, place, parts, suggestive) }],
  naming: (leak, place, column, good) => {
    const { key } = place.column
    const mapped = JSON.stringify({ First: key, Second: column })
    const all: Record<string, string>[] = [
      { mapping: mapped },
      { mapping: JSON.stringify([key, column]) },
      { mapping: JSON.stringify({ First: key }), matchOn: column },
      { mapping: JSON.stringify({ First: key }), onBad: JSON.stringify({ [column]: 'refuse' }) },
      { mapping: JSON.stringify({ First: key }), valueMaps: JSON.stringify({ [column]: {} }) },
      { mapping: JSON.stringify({ First: key }), newOptions: JSON.stringify({ [column]: [] }) },
    ]
    return all.map((more) => ({
      ...good,
      body: upload(leak, place, { ...parts, ...more }, suggestive),
    }))
  },
})

const cellNamed: Naming = (_leak, _place, column, good) => [
  { ...good, body: { cells: { [column]: 'x' } } },
]

const { ingest, files } = operationGroups
export const fileAskings: [AnyOperation, Asking][] = [
  ...each(both('previewImport'), uploads({})),
  ...each(both('importFile'), {
    ...uploads({ dryRun: 'true' }),
    ask: (leak, place, good) => {
      const hidden = leak.hides ? null : `${MARK}_email`
      const mapping = JSON.stringify({ First: place.column.key, Second: hidden })
      const parts = { dryRun: 'true', mapping }
      return [{ ...good, body: upload(leak, place, parts, suggestive) }]
    },
  }),
  ...each(both('listImportFailures'), {
    ask: (leak, place, good) => {
      const ofRun = withParams(good, { runId: leak.things[`run of ${place.key}`]! })
      return [ofRun, withQuery(ofRun, { format: 'csv' }), withQuery(ofRun, { which: 'left_empty' })]
    },
  }),
  ...each([files.get, files.content], {
    ask: (leak, _place, good) => [
      withParams(good, { id: leak.things.paper! }),
      ...[leak.board, leak.page].map((place) => withParams(good, { id: leak.files.get(place)! })),
    ],
  }),
  ...each([ingest.writeRows, ingest.writeRecords], {
    ask: (leak, place, good) => [
      good,
      withQuery(good, { dryRun: 'true' }),
      // A record that was written before its columns were hidden: a retry would get its first answer.
      ...(place === leak.page ? [withBody(good, { external_id: 'before' })] : []),
    ],
    naming: cellNamed,
  }),
  ...each([ingest.readBoard, ingest.readPage], {
    ask: (_leak, _place, good) => [
      withQuery(good, { limit: '1000' }),
      withQuery(good, { limit: '2' }),
      withQuery(good, { format: 'markdown' }),
    ],
  }),
]
