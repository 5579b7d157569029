import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { MARK } from '../canaries.ts'
import { both } from '../ways.ts'
import { basePath, call, type LeakWorld } from '../world.ts'
import { type Ask, type Asking, each, type Naming, withParams, withQuery } from './ask.ts'

/** Names one of the hidden columns, by its key. */
const onHidden: Ask = (leak, place, good) => [
  good,
  withParams(good, { column: leak.hidden.get(place)![0]!.key }),
]
const columnInPath: Naming = (_leak, _place, column, good) => [
  withParams(good, { column: encodeURIComponent(column) }),
]

let made = 0
/** Names a new column, called like the hidden ones. Only where nothing is hidden, because only admins may send this. */
const onNewColumn =
  (change: (path: string, leak: LeakWorld) => Promise<object | undefined>): Ask =>
  (leak, place, good) => {
    const onNew = async () => {
      const base = `${basePath(leak, place)}/columns`
      const body = { name: `${MARK} new ${++made}`, type: 'text' }
      const { id } = (await call(leak, 'POST', base, body)).data
      const more = await change(`${base}/${id}`, leak)
      return withParams(more ? { ...good, body: more } : good, { column: id })
    }
    return leak.hides ? [good] : [onNew()]
  }

const { policies } = operationGroups
export const columnAskings: [AnyOperation, Asking][] = [
  ...each(both('listColumns'), {
    ask: (_leak, _place, good) => [good, withQuery(good, { trashed: 'true' })],
  }),
  ...each(both('getColumn'), { ask: onHidden, naming: columnInPath }),
  ...each([policies.get], { ask: onHidden, naming: columnInPath }),
  ...each([policies.put], { ask: onHidden }),
  ...each(both('updateColumn'), { ask: onNewColumn(async () => undefined) }),
  ...each(both('changeColumnType'), { ask: onNewColumn(async () => ({ type: 'long_text' })) }),
  ...each(both('restoreColumn'), {
    ask: onNewColumn(async (path, leak) => call(leak, 'DELETE', path)),
  }),
  ...each(both('previewColumnType'), {
    ask: (leak, place, good) => [
      {
        ...withParams(good, { column: leak.hidden.get(place)![0]!.key }),
        body: { type: 'number' },
      },
    ],
  }),
]
