import { Box, Select, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { TemplatePreview } from '../../../ui/html/template-preview.tsx'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import type { Definition, Row } from '../list/types.ts'
import { type Medium, type MessageDraft, messageOf, wordsOf } from './message-draft.rules.ts'

interface Props {
  definition: Definition
  medium: Medium
  draft: MessageDraft
  /** The rows whose people get it. */
  rows: readonly Row[]
}

/** How long somebody has stopped typing before the preview is asked for. */
const PAUSE_MS = 400

/** A message to many people as one of them gets it. */
export function MessagePreview({ definition, medium, draft, rows }: Props) {
  const { how, words, templateId } = draft
  const titleOf = useTitleOf()
  const [shownId, setShown] = useState<string | null>(null)
  const shown = rows.find(({ id }) => id === shownId) ?? rows[0]
  const row_id = shown?.id ?? ''
  const [settled] = useDebouncedValue(words, PAUSE_MS)
  const ofTemplate = useAnswer(
    'templates.preview',
    { params: { id: templateId ?? '' }, body: { row_id } },
    { enabled: how === 'template' && templateId !== null && shown !== undefined },
  )
  const ofWords = useAnswer(
    'templates.previewWords',
    { body: { ...wordsOf(medium, definition.key, settled), row_id } },
    {
      enabled: how === 'words' && settled.content.trim() !== '' && shown !== undefined,
      keepPrevious: true,
    },
  )
  const preview = how === 'template' ? ofTemplate : ofWords
  const isCurrent = how === 'template' || (words === settled && !ofWords.isFetching)
  if (messageOf(medium, definition.key, draft) === null) return null
  return (
    <>
      {preview.isFetching && !preview.data && <Skeleton height={60} />}
      {preview.data && !preview.error && shown && (
        <>
          {rows.length > 1 ? (
            <Select
              size="xs"
              label="Preview for"
              searchable
              allowDeselect={false}
              data={rows.map(({ id, cells }) => ({
                value: id,
                label: titleOf(cells, definition.columns),
              }))}
              value={shown.id}
              onChange={setShown}
            />
          ) : (
            <Text size="xs" c="dimmed">
              As {titleOf(shown.cells, definition.columns)} gets it:
            </Text>
          )}
          <Box opacity={isCurrent ? 1 : 0.6} aria-busy={!isCurrent}>
            <TemplatePreview filled={preview.data.data} isWritten={how === 'words'} />
          </Box>
        </>
      )}
      {preview.error ? <FailureAlert error={preview.error} /> : null}
    </>
  )
}
