import { paths } from '../../paths.ts'
import { accepted, api } from '../../service/api.ts'
import { toastDone } from '../../ui/toasts/toasts.tsx'
import { finishedWords } from './finished-import.rules.ts'

/** Says how an import ended, unless the page shows it. */
export async function notifyFinished(
  key: string,
  runId: string,
  place: string,
  go: (to: string) => void,
): Promise<void> {
  const page = paths.importRun(key, runId)
  const { data } = await accepted(api.definitions.getImport({ key, runId }))
  if ([page, paths.imports(key)].includes(window.location.pathname)) return
  toastDone(finishedWords(data, place), { label: 'Open', act: () => go(page) })
}
