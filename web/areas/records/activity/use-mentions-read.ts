import { useEffect } from 'react'
import { useAnswer, useChange } from '../../../service/api.ts'

/** Opening a record marks the comments on it that mention the reader as read. */
export function useMentionsRead(rowId: string): void {
  const { data } = useAnswer('mentions.list', { query: { unread: true, limit: 100 } })
  const { mutate } = useChange('mentions.markRead', { outdates: [['mentions']] })
  const ids = (data?.data ?? []).filter((one) => one.rowId === rowId).map(({ id }) => id)
  const unread = ids.join()
  useEffect(() => {
    if (unread === '') return
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ body: { ids: unread.split(',') } })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [unread, mutate])
}
