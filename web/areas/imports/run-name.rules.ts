import type { Run } from './import-questions.ts'

/** What a run is called: its file, or what it was. */
export const runName = ({ fileName, total }: Pick<Run, 'fileName' | 'total'>): string =>
  fileName ?? `Batch of ${total.toLocaleString()} rows`
