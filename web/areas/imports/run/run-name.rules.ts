import type { Run } from '../questions/types.ts'

/** The title of a run: its file, or a description. */
export const runName = ({ fileName, total }: Pick<Run, 'fileName' | 'total'>): string =>
  fileName ?? `Batch of ${total.toLocaleString()} rows`
