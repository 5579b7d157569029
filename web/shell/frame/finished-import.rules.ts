import type { Data } from '../../service/api.ts'

type Run = Pick<Data<'definitions.getImport'>, 'status' | 'imported' | 'failed' | 'fileName'>

/** What became of an import, for the person who started it and is elsewhere. */
export function finishedWords({ status, imported, failed, fileName }: Run, place: string): string {
  const what = fileName ? `The import of “${fileName}”` : `The import into ${place}`
  if (status === 'cancelled') return `${what} was cancelled.`
  if (status === 'failed') return `${what} stopped.`
  const rows = imported === 1 ? '1 row' : `${imported.toLocaleString('en-US')} rows`
  const refused = failed > 0 ? `; ${failed.toLocaleString('en-US')} refused` : ''
  return `Imported ${rows} into ${place}${refused}.`
}
