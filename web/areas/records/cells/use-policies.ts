import { useAnswer } from '../../../service/api.ts'
import type { ColumnPolicy } from '../list/types.ts'

/** The same list each time, so that nothing is drawn again for it. */
const none: readonly ColumnPolicy[] = []

/** Who may see and change the columns of a board or page; until that is known, everyone. */
export function usePolicies(key: string): readonly ColumnPolicy[] {
  const { data } = useAnswer('policies.list', { params: { key }, query: { limit: 1000 } })
  return data?.data ?? none
}
