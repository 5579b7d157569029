import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createClient } from '../../../../sdk/client.ts'
import type { ENCODINGS } from '../../../../shared/table-files.ts'
import { accepted, type Data, keyOf } from '../../../service/api.ts'
import { askAgain } from '../../../service/ask-again.ts'
import { loadReasons } from '../../../service/failures/reasons.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { noting, notingFetch } from '../../../service/reach.ts'
import { untilSignedIn } from '../../../service/signed-out.ts'
import { uploadFetch } from '../../../service/upload-fetch.ts'
import type { PlannedColumns } from './mapping.rules.ts'
import type { Treatment } from './problems.rules.ts'
import type { Run } from './types.ts'

// Previews and runs carry reasons although they are not refusals, so their words are loaded here.
void loadReasons()

/** What somebody chose about how the file is read; the rest is guessed. */
export interface Reading {
  sheet?: string
  encoding?: (typeof ENCODINGS)[number]
  delimiter?: string
  /** Separated by commas. */
  quirks?: string
  /** 0 for none. */
  headerRow?: number
}

/**
 * The questions about a file: how it is read, where its columns go (by place; a new column for a preview only), and how
 * existing rows are matched.
 */
export interface ImportQuestion {
  definitionKey: string
  file: File
  reading: Reading
  mapping: readonly (string | null | PlannedColumns[number])[] | undefined
  matchOn: string | undefined
  treatment: Treatment
  /** Whether earlier imports of such a file do not matter. */
  startOver: boolean
}

/** Uploading 64 MiB over a slow line, or undoing a million rows, takes a while and is not retried automatically. */
const patientClient = (ask: typeof fetch) =>
  createClient({
    baseUrl: '',
    session: 'cookie',
    fetch: ask,
    timeoutMs: 10 * 60_000,
    retries: 0,
    renew: untilSignedIn,
  })
const patient = patientClient(notingFetch)

const bodyOf = ({
  definitionKey,
  file,
  reading: { headerRow, ...reading },
  mapping,
  matchOn,
  treatment: { onBad, valueMaps, newOptions, corrections, links, readAs },
}: Omit<ImportQuestion, 'startOver'>) => ({
  definitionKey,
  file,
  ...reading,
  ...(headerRow === undefined ? {} : { headerRow: String(headerRow) }),
  ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
  ...(matchOn ? { matchOn } : {}),
  // One bad cell of a list should not cost the rest of its row; whoever wants that chooses it by column.
  onBad: JSON.stringify({ '*': 'leave_empty', ...onBad }),
  valueMaps: JSON.stringify(valueMaps),
  ...(Object.keys(newOptions).length > 0 ? { newOptions: JSON.stringify(newOptions) } : {}),
  ...(Object.keys(links).length > 0 ? { links: JSON.stringify(links) } : {}),
  ...(Object.keys(readAs).length > 0 ? { readAs: JSON.stringify(readAs) } : {}),
  ...(corrections.length > 0 ? { corrections: JSON.stringify(corrections) } : {}),
})

/**
 * What an import would do; the last answer stays until the next one arrives. `sent` is how much of the file has been
 * uploaded, from 0 to 1.
 *
 * @param isPaused while the import starts: the columns that it asks for are being added.
 */
export function usePreview(question: ImportQuestion | undefined, isPaused: boolean) {
  const { file, ...rest } = question ?? {}
  const [sent, setSent] = useState(0)
  const answer = useQuery({
    queryKey: keyOf('definitions.previewImport', {
      ...rest,
      name: file?.name,
      size: file?.size,
      changed: file?.lastModified,
    }),
    queryFn: ({ signal }) => {
      const body = { ...bodyOf(question!), ...(question!.startOver ? { startOver: 'true' } : {}) }
      setSent(0)
      const uploading = patientClient(noting(uploadFetch(setSent)))
      return accepted(uploading.call('definitions.previewImport', { body, signal }))
    },
    enabled: question !== undefined && !isPaused,
    // It depends on the file and on the existing rows, and both can change.
    gcTime: 0,
    placeholderData: (before, query) =>
      (query?.queryKey[2] as { name?: string } | undefined)?.name === file?.name
        ? before
        : undefined,
  })
  return { ...answer, sent }
}

/** Starts the run, which then works in the background. */
export const startImport = async (
  question: ImportQuestion,
  once: ReturnType<typeof useOnce>,
): Promise<Run> => {
  const body = bodyOf(question)
  const answer = await accepted(
    once((how) => patient.call('definitions.importFile', { body, ...how })),
  )
  // Only a dry run returns a preview.
  return answer.data as Run
}

interface Turned {
  'definitions.cancelImport': Data<'definitions.cancelImport'>
  'definitions.undoImport': Data<'definitions.undoImport'>
  'definitions.redoImport': Data<'definitions.redoImport'>
}

/** Cancels, undoes or redoes a run. */
export function useTurn<N extends keyof Turned>(name: N, onDone: (data: Turned[N]) => void) {
  const queries = useQueryClient()
  const once = useOnce()
  return useMutation({
    meta: { shown: true },
    mutationFn: async (params: { key: string; runId: string }) => {
      const { data } = await accepted(
        once((how) => patient.call(name, { params, ...how } as never)),
      )
      return data as Turned[N]
    },
    onSuccess: (data) => {
      onDone(data)
      void askAgain(queries, [
        ['definitions', 'get'],
        ['definitions', 'getImport'],
        ['definitions', 'listImports'],
        ['definitions', 'listRows'],
      ])
    },
  })
}
