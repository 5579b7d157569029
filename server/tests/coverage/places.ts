import type { AnyOperation } from '../../../contract/language/operation.ts'
import { isBoardRoute, placeOf } from './subjects.ts'
import type { World } from './world.ts'

export type OpenPlace = ReturnType<typeof openPlace>

/** The board or page that an operation is about, and requests under it as its owner. */
export function openPlace(world: World, operation: AnyOperation) {
  const place = placeOf(world, operation)
  const isBoard = isBoardRoute(operation)
  const params: Record<string, string> = isBoard ? { id: place.id } : { key: place.key }
  const path = isBoard ? `/v1/boards/${place.id}` : `/v1/definitions/${place.key}`
  const api = async (method: string, rest: string, body?: object) => {
    const answer = await world.service.api(method, path + rest, { token: world.owner, body })
    if (answer.status >= 300) throw new Error(`${method} ${rest} answered ${answer.text}`)
    return answer.body?.data
  }
  return {
    place,
    params,
    token: world.owner,
    api,
    addRow: async (cells: object = { [place.column.key]: 'Acme' }): Promise<string> =>
      (await api('POST', '/rows', { cells })).id,
    addColumn: (more: object = {}): Promise<{ id: string; key: string; name: string }> =>
      api('POST', '/columns', { name: `Column ${crypto.randomUUID()}`, type: 'text', ...more }),
  }
}
