import { useAnswer } from '../../service/api.ts'
import type { Medium } from './drafts.ts'

/** Whether the desk has a channel for a medium, so that messages are really sent; undefined until it is known. */
export function useIsConnected(medium: Medium): boolean | undefined {
  const { data } = useAnswer('channels.list', { query: { limit: 100 } })
  return data?.data.some((one) => one.medium === medium && one.provider !== 'local')
}
