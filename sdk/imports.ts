import { pause } from './pauses.ts'
import type { CallOptions, Client, Failure, Result, Success } from './result.ts'
import type {
  BoardImport,
  ImportNotation,
  ImportPreview,
  ImportProgress,
  ImportRun,
  One,
} from './types.ts'
import { type FileNaming, type FileSource, fileOf, LONG_MS } from './uploads.ts'

/** Where a file goes: to a board by its id, or to a board or page by its key. */
export type ImportTo = { board: string } | { definition: string }

/** How a file is read, and what its values do. Without a `mapping`, what is left out is as the preview proposes it. */
export interface ImportChoices {
  /** From headers to columns (by key, id or name), or the columns in the order of the file. `null` leaves one out. */
  mapping?: Record<string, string | null> | (string | null)[]
  /** A mapped column to find existing rows by. They are updated. `null`: every row of the file is a new one. */
  matchOn?: string | null
  /**
   * By column, or `*` for all others: whether a value that does not fit refuses its row or leaves the cell empty. With
   * `keep`, not for `*`, the cell is empty and a text column keeps the value.
   */
  onBad?: Record<string, 'refuse' | 'leave_empty' | 'keep'>
  /** By select column: what values of the file mean, as labels of options. `null` stands for an empty cell. */
  valueMaps?: Record<string, Record<string, string | null>>
  /** By select column: labels to add to its options when the import starts. */
  newOptions?: Record<string, string[]>
  /** Values to use in place of the file's. */
  corrections?: { line: number; column: string; value: string }[]
  /** By link column: the column of the linked board that its values are in, and whether missing rows are made. */
  links?: Record<string, { by: string; create?: boolean }>
  /** By column: how all its numbers or dates are written. Without it, its values show it. */
  readAs?: Record<string, ImportNotation | null>
  /** For XLSX: the name of the sheet. */
  sheet?: string
  /** For CSV. */
  encoding?: NonNullable<BoardImport['encoding']>
  /** For CSV: the character between values. */
  delimiter?: string
  /** The line of the file, or the row of the sheet, that has the headers; 0 if there are none. */
  headerRow?: number
}

export interface ImportOptions extends Pick<CallOptions, 'signal'>, FileNaming, ImportChoices {
  /** Whether the preview proposes by names and values only, and not as earlier imports of such a file were done. */
  startOver?: boolean
  /** Called with the preview. Return `false` to import nothing, or choices to change what it proposes. */
  review?: (
    preview: ImportPreview,
  ) => boolean | ImportChoices | undefined | Promise<boolean | ImportChoices | undefined>
  /** Called while the run works. */
  onProgress?: (progress: ImportProgress) => void
}

/** A run that has ended, or `null` if the review said no; and what it was to do. */
export interface Imported {
  data: ImportRun | null
  preview: ImportPreview
}

/**
 * Imports a CSV or XLSX file: previews it, starts the run and follows it to its end. The columns are those that the
 * preview proposes, unless you choose others. The answer's `data.status` says how the run ended. Aborting the signal only
 * stops following it.
 */
export async function importFile(
  client: Client,
  to: ImportTo,
  source: FileSource,
  { name, type, startOver, review, onProgress, signal, ...choices }: ImportOptions = {},
): Promise<Result<Imported>> {
  const file = await fileOf(source, { name, type } as FileNaming)
  const call = { timeoutMs: LONG_MS, ...(signal ? { signal } : {}) }
  const place = 'board' in to ? { boardId: to.board } : { definitionKey: to.definition }
  const group = 'board' in to ? 'boards' : 'definitions'
  const send = <A>(method: 'previewImport' | 'importFile', parts: object) => {
    const body = { ...place, file, ...textsOf(parts) }
    return client.call(`${group}.${method}`, { body, ...call } as never) as Promise<Result<A>>
  }

  const previewed = await send<One<ImportPreview>>('previewImport', {
    ...choices,
    ...(startOver ? { startOver } : {}),
  })
  if (!previewed.ok) return previewed
  const preview = previewed.data
  const reviewed = (await review?.(preview)) ?? true
  if (reviewed === false) return { ...previewed, data: null, preview }
  const chosen = { ...choices, ...(reviewed === true ? {} : reviewed) }
  const proposal = chosen.mapping ? {} : proposalOf(preview)
  const started = await send<One<ImportRun>>('importFile', { ...proposal, ...chosen })
  if (!started.ok) return started
  const ended = await followed(client, to, started, { signal, onProgress })
  return ended.ok ? { ...ended, preview } : ended
}

/** What the preview shows, as choices: so the run does what was seen. */
function proposalOf({ columns, remembered, suggested }: ImportPreview): ImportChoices {
  const { matchOn, links } = remembered ?? suggested ?? {}
  return {
    mapping: columns.map(({ proposed }) => proposed),
    ...(matchOn ? { matchOn } : {}),
    ...(links ? { links } : {}),
    ...(remembered
      ? {
          onBad: remembered.onBad,
          valueMaps: remembered.valueMaps,
          readAs: remembered.readAs,
        }
      : {}),
  }
}

/** The parts of a form, where everything is text. */
const textsOf = (parts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([part, value]) => [part, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** Reads a run until it has ended, at first often, then every 3 s. */
async function followed(
  client: Client,
  to: ImportTo,
  started: Success<One<ImportRun>>,
  { signal, onProgress }: Pick<ImportOptions, 'signal' | 'onProgress'>,
): Promise<Success<One<ImportRun>> | Failure> {
  const runId = started.data.id
  const call = signal ? { signal } : {}
  for (let run = started, waitMs = 200; ; waitMs = Math.min(waitMs * 1.5, 3_000)) {
    const { status, total, progress } = run.data
    if (status === 'running') {
      if (progress) onProgress?.(progress)
    } else {
      // A run that failed or was cancelled did not get to its end.
      const isWhole = status === 'completed' || status === 'partial'
      if (isWhole) onProgress?.({ done: total, total, secondsLeft: 0 })
      return run
    }
    await pause(waitMs, signal)
    const read = await ('board' in to
      ? client.boards.getImport({ id: to.board, runId }, call)
      : client.definitions.getImport({ key: to.definition, runId }, call))
    if (!read.ok) return read
    run = read
  }
}
