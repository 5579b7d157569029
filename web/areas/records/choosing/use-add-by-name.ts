import { randomKey } from '../../../../sdk/random-key.ts'
import { accepted, api, useAnswer } from '../../../service/api.ts'
import { useMay, useSession } from '../../../service/session.ts'
import { toastFailure } from '../../../ui/toasts/toasts.tsx'
import { viewerOf, whyLocked } from '../cells/access.ts'
import { nameColumn } from '../cells/missing-rows.rules.ts'

/**
 * Adds a row to a board or page by its name alone; undefined for people who may not, or if a row needs more.
 *
 * @param isWanted whether it may be needed.
 */
export function useAddByName(
  key: string,
  isWanted = true,
): ((name: string) => Promise<string>) | undefined {
  const enabled = useMay('member') && isWanted && key !== ''
  const viewer = viewerOf(useSession())
  const params = { key }
  const { data: definition } = useAnswer('definitions.get', { params }, { enabled })
  const asked = { params, query: { limit: 1000 } }
  const { data: policies } = useAnswer('policies.list', asked, { enabled })
  if (!enabled || !definition || !policies) return undefined
  const column = nameColumn(
    definition.data.columns,
    (one) => whyLocked(one, policies.data, viewer) === null,
  )
  return column && ((name) => addNamed(key, column.key, name))
}

/** @throws Refused, which has been shown. */
async function addNamed(key: string, column: string, name: string): Promise<string> {
  try {
    const rows = [{ cells: { [column]: name } }]
    const options = { idempotencyKey: randomKey() }
    const { data } = await accepted(api.definitions.createRows({ key }, { rows }, options))
    return data[0]!.id
  } catch (error) {
    toastFailure(error)
    throw error
  }
}
