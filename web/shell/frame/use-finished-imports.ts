import { useLive } from '../../service/live.ts'
import { loadLater } from '../../service/parts.ts'
import { useSession } from '../../service/session.ts'
import { useGo } from '../../ui/links/use-go.ts'
import { useDefinitionNames } from '../../ui/records/definition-names.ts'

/** Tells people of their imports that finish while they are elsewhere. */
export function useFinishedImports(): void {
  const { seat } = useSession()
  const { definition } = useDefinitionNames()
  const go = useGo()
  useLive((event) => {
    if (event.type !== 'import.finished' || event.actor !== `user:${seat.crmUserId}`) return
    const { key } = event.data.definition
    const runId = event.subject.slice('import:'.length)
    loadLater(() => import('./finished-import.ts'))
      .then(({ notifyFinished }) => notifyFinished(key, runId, definition(key), go))
      .catch(() => {
        // Its page tells, too.
      })
  })
}
