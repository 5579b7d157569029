import { useEffect } from 'react'
import { documentTitle } from '../../../ui/layout/page-title.ts'

/** The document's title while a thread is open; the inbox, which may stand beside it, then has its own back. */
export function useThreadTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title)
    return () => {
      document.title = documentTitle('Conversations')
    }
  }, [title])
}
