import Type from 'typebox'
import { closed, integerId, one } from '../../../contract/language/common.ts'
import { operation } from '../../../contract/language/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { MARK } from './canaries.ts'

const common = {
  method: 'GET',
  tag: 'Leaks',
  access: 'workspace',
  scope: 'records:read',
  summary: 'What someone might write who goes past the projector',
  answer: one(Type.Unknown()),
} as const
const params = closed({ key: Type.String() })

/** Answers rows as they are stored. */
export const leakyCells = operation({ ...common, path: '/v1/leaky-cells/{key}', params })
/** Answers no cells, but how many have a value. */
export const leakyCount = operation({ ...common, path: '/v1/leaky-count/{key}', params })
/** Refuses a hidden column in other words than a column that does not exist. */
export const leakyName = operation({
  ...common,
  path: '/v1/leaky-name/{key}',
  params,
  query: closed({ column: Type.String() }),
})

/** Answers a deal as it is stored, whoever asks. */
export const leakyMoney = operation({
  ...common,
  path: '/v1/leaky-money/{id}',
  params: closed({ id: integerId() }),
})

export function bindLeaks({ bind }: Http): void {
  bind(leakyCells, async ({ params: { key } }, tx) => ({
    data: await tx.run(
      `SELECT cells FROM rows WHERE workspace_id = current_workspace() AND definition_id =
         (SELECT id FROM definitions WHERE workspace_id = current_workspace() AND key = $1)`,
      [key],
    ),
  }))
  bind(leakyCount, async ({ params: { key } }, tx) => ({
    data: await tx.run(
      `SELECT count(*) FROM rows r JOIN columns c ON c.workspace_id = r.workspace_id
         AND c.definition_id = r.definition_id AND c.key = $2
       WHERE r.workspace_id = current_workspace() AND r.cells ->> c.slot::text LIKE '%texta%'
         AND r.definition_id =
         (SELECT id FROM definitions WHERE workspace_id = current_workspace() AND key = $1)`,
      [key, `${MARK}_text`],
    ),
  }))
  bind(leakyMoney, async ({ params: { id } }, tx) => ({
    data: await tx.run(
      'SELECT collected_minor FROM deals WHERE workspace_id = current_workspace() AND id = $1',
      [id],
    ),
  }))
  bind(leakyName, async ({ query: { column } }, tx) => {
    const [found] = await tx.run(
      'SELECT 1 FROM columns WHERE workspace_id = current_workspace() AND $1 IN (key, name, id::text)',
      [column],
    )
    throw found ? new Refusal('forbidden') : notFound()
  })
}
