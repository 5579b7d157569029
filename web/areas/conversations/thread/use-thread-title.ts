import { useEffect } from 'react'
import { documentTitle } from '../../../ui/layout/page-title.ts'

/** The document's title while a thread is open; after that, the inbox beside it sets its own again. */
export function useThreadTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title)
    return () => {
      document.title = documentTitle('Inbox')
    }
  }, [title])
}
