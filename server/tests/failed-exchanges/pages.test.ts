import { operationsOf } from '../contract-coverage/parts.ts'
import { failExchanges } from './failing.ts'

/** What a page shares with a board runs the same code, which `boards.test.ts` tries. */
const onBoards = new Set(
  operationsOf('boards').map(({ method, path }) => method + sharedPath(path)),
)

function sharedPath(path: string): string {
  return path.replace('/boards/{id}', '').replace('/definitions/{key}', '')
}

failExchanges(
  operationsOf('pages').filter(({ method, path }) => !onBoards.has(method + sharedPath(path))),
  'late',
)
