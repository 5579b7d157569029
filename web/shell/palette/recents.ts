import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../service/session.ts'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { type Recent, readRecents, withRecent } from './recents.rules.ts'

const keyOf = (workspaceId: string) => `sourcebook-recents-${workspaceId}`

/** The pages of this workspace last visited in this browser. */
export function recentsOf(workspaceId: string): Recent[] {
  return readRecents(localStorage.getItem(keyOf(workspaceId)))
}

export function addRecent(workspaceId: string, visited: Recent): void {
  localStorage.setItem(
    keyOf(workspaceId),
    JSON.stringify(withRecent(recentsOf(workspaceId), visited)),
  )
}

/** Remembers each page that is left, by its title. Used once, in the shell. */
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
