import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/layout/page-title.ts'
import { type Recent, readRecents, withRecent } from './recents.rules.ts'

const keyOf = (workspaceId: string) => `sourcebook-recents-${workspaceId}`

/** The pages of this workspace that somebody was on last, in this browser. */
export function recentsOf(workspaceId: string): Recent[] {
  return readRecents(localStorage.getItem(keyOf(workspaceId)))
}

export function addRecent(workspaceId: string, visited: Recent): void {
  localStorage.setItem(
    keyOf(workspaceId),
    JSON.stringify(withRecent(recentsOf(workspaceId), visited)),
  )
}

/** Keeps each page that is left, by the title that it had: once, in the shell. */
export function useRecentPages(): void {
  const router = useRouter()
  const workspaceId = useSession().workspace.id
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        const title = pageTitle()
        if (!fromLocation || !pathChanged || title === undefined) return
        addRecent(workspaceId, { to: fromLocation.pathname, title })
      }),
    [router, workspaceId],
  )
}
