import { useEffect } from 'react'

/** The document's title while a thread is open; the inbox, which may stand beside it, then has its own back. */
export function useThreadTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sourcebook`
    return () => {
      document.title = 'Conversations · Sourcebook'
    }
  }, [title])
}
