import Type from 'typebox'
import { closed, one, uuid } from '../../../contract/language/common.ts'
import { operation } from '../../../contract/language/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { notFound } from '../../platform/refusal.ts'

const common = {
  tag: 'Leaks',
  access: 'board:write',
  scope: 'records:write',
  summary: 'What someone might write who forgets whose rows they are',
  path: '/v1/leaky/rows/{rowId}',
  params: closed({ rowId: uuid() }),
  answer: one(Type.Unknown()),
} as const

/** Answers any row, whichever workspace it belongs to. */
export const leakyRead = operation({ ...common, method: 'GET' })
/** Empties any row, and answers that there is none. */
export const leakyWrite = operation({ ...common, method: 'PATCH' })

export function bindLeaks({ bind, bindOwn }: Http): void {
  bind(leakyRead, async ({ params }, tx) => {
    const [row] = await tx.run('SELECT cells FROM rows WHERE id = $1', [params.rowId])
    if (!row) throw notFound()
    return { data: row.cells }
  })
  bindOwn(leakyWrite, async ({ params, transaction }) => {
    await transaction(async (tx) => {
      tx.queue(`UPDATE rows SET cells = '{}' WHERE id = $1`, [params.rowId])
      return { data: null }
    })
    throw notFound()
  })
}
