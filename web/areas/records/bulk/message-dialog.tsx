import {
  Alert,
  Anchor,
  Box,
  Button,
  Group,
  List,
  Modal,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_RECIPIENTS } from '../../../../shared/limits.ts'
import { paths } from '../../../paths.ts'
import { accepted, api, type Body, type Data, useAnswer, usePages } from '../../../service/api.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { SendingWaits } from '../../../ui/failures/upload-waits.tsx'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { TemplatePreview } from '../../../ui/html/template-preview.tsx'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { type MergeWords, MergeWordsFields, noWords } from '../../../ui/writing/merge-words.tsx'
import { TrialBanner } from '../../../ui/writing/trial-banner.tsx'
import { useIsConnected } from '../../../ui/writing/use-is-connected.ts'
import { chunks } from '../grid/rows/changes.rules.ts'
import type { Cells, Column, Definition, Row } from '../list/types.ts'

type Medium = 'text' | 'email'
type Sent = Data<'conversations.sendMany'>

interface Props {
  definition: Definition
  medium: Medium
  /** The columns with addresses of the medium. */
  columns: readonly Column[]
  rows: readonly Row[]
  /** Called with the rows that got nothing. */
  onSent: (refused: readonly string[]) => void
  onClose: () => void
}

const texts = {
  text: { verb: 'Text', one: 'text', many: 'texts', address: 'phone number' },
  email: { verb: 'Email', one: 'email', many: 'emails', address: 'email address' },
} as const

/** How many refusals are listed. */
const MOST_LISTED = 20

/** How long somebody has stopped typing before the preview is asked for. */
const PAUSE_MS = 400

/** Sends a template, or what is written here, to the people of the selected rows, each filled from its row. */
export function MessageDialog(props: Props) {
  useReturnFocus()
  const { definition, medium, columns, rows, onSent, onClose } = props
  const { verb, one, many, address } = texts[medium]
  const titleOf = useTitleOf()
  const became = useIsConnected(medium) === false ? 'kept here and not sent' : 'queued'
  const [columnKey, setColumn] = useState(columns[0]!.key)
  const [how, setHow] = useState<'words' | 'template'>('words')
  const [words, setWords] = useState(noWords)
  const [templateId, setTemplate] = useState<string | null>(null)
  const templates = usePages('templates.list', { query: { medium, limit: 200 } })
  const fitting = templates.items.filter(({ definition_key: key }) => key === definition.key)
  const recipients = rows
    .map((row) => ({ to: (row.cells as Cells)[columnKey], row_id: row.id }))
    .filter((to): to is { to: string; row_id: string } => typeof to.to === 'string' && to.to !== '')
    // Rows with one address are sent together, so that it gets one message.
    .sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0))
  const without = rows.length - recipients.length
  const count = recipients.length
  const [shownId, setShown] = useState<string | null>(null)
  const reached = rows.filter((row) => recipients.some(({ row_id }) => row_id === row.id))
  const first = reached.find(({ id }) => id === shownId) ?? reached[0]
  const isWritten = words.content.trim() !== ''
  const [settled] = useDebouncedValue(words, PAUSE_MS)
  const written = wordsOf(medium, definition.key, settled)
  const row_id = first?.id ?? ''
  const ofTemplate = useAnswer(
    'templates.preview',
    { params: { id: templateId ?? '' }, body: { row_id } },
    { enabled: how === 'template' && templateId !== null && count > 0 },
  )
  const ofWords = useAnswer(
    'templates.previewWords',
    { body: { ...written, row_id } },
    { enabled: how === 'words' && settled.content.trim() !== '' && count > 0, keepPrevious: true },
  )
  const preview = how === 'template' ? ofTemplate : ofWords
  const isShown = how === 'template' ? templateId !== null : isWritten
  const isCurrent = how === 'template' || (words === settled && !ofWords.isFetching)
  const isReady = count > 0 && isShown
  const once = useOnce()
  const sending = useMutation({
    meta: { shown: true },
    mutationFn: async (
      message: Omit<Body<'conversations.sendMany'>, 'recipients'>,
    ): Promise<Sent> => {
      const all: Sent = { messages: [], refused: [] }
      for (const part of chunks(recipients, MOST_RECIPIENTS)) {
        const { data } = await accepted(
          once((how) => api.conversations.sendMany({ ...message, recipients: part }, how)),
        )
        all.messages.push(...data.messages)
        all.refused.push(...data.refused)
      }
      return all
    },
    onSuccess: ({ messages, refused }) => {
      onSent(refused.map(({ row_id }) => row_id))
      if (refused.length > 0) return
      toastDone(`${numbered(messages.length, one, many)} ${became}.`)
      onClose()
    },
  })
  const done = sending.data
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`${verb} ${numbered(count, 'record', 'records')}`}
    >
      <Stack>
        <TrialBanner medium={medium} />
        {columns.length > 1 && (
          <Select
            label="To"
            allowDeselect={false}
            data={columns.map(({ key, name }) => ({ value: key, label: name }))}
            value={columnKey}
            onChange={(key) => key && setColumn(key)}
          />
        )}
        {without > 0 && (
          <Text size="sm" c="dimmed">
            {numbered(without, 'record has', 'records have')} no {address} and{' '}
            {without === 1 ? 'is' : 'are'} left out.
          </Text>
        )}
        <SegmentedControl
          aria-label="Message"
          w="fit-content"
          data={[
            { value: 'words', label: `Write the ${one}` },
            { value: 'template', label: 'Use a template' },
          ]}
          value={how}
          onChange={(next) => setHow(next as typeof how)}
        />
        {how === 'words' ? (
          <MergeWordsFields
            medium={medium}
            definitionKey={definition.key}
            label="Message"
            words={words}
            onChange={(change) => setWords((before) => ({ ...before, ...change }))}
          />
        ) : templates.isSuccess && fitting.length === 0 ? (
          // In a tab of its own, because the selection here would be lost.
          <Text size="sm">
            No {one} templates for {definition.name} yet.{' '}
            <Anchor href={paths.settings('templates')} target="_blank" data-autofocus>
              Create one in a new tab
            </Anchor>
          </Text>
        ) : (
          <Select
            label="Template"
            placeholder="Choose a template"
            searchable
            data-autofocus
            data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
            value={templateId}
            onChange={setTemplate}
          />
        )}
        {isShown && preview.isFetching && !preview.data && <Skeleton height={60} />}
        {isShown && preview.data && !preview.error && first && (
          <>
            {reached.length > 1 ? (
              <Select
                size="xs"
                label="Preview for"
                searchable
                allowDeselect={false}
                data={reached.map(({ id, cells }) => ({
                  value: id,
                  label: titleOf(cells, definition.columns),
                }))}
                value={first.id}
                onChange={setShown}
              />
            ) : (
              <Text size="xs" c="dimmed">
                As {titleOf(first.cells, definition.columns)} gets it:
              </Text>
            )}
            <Box opacity={isCurrent ? 1 : 0.6} aria-busy={!isCurrent}>
              <TemplatePreview filled={preview.data.data} isWritten={how === 'words'} />
            </Box>
          </>
        )}
        {isShown && preview.error ? <FailureAlert error={preview.error} /> : null}
        {sending.error ? <FailureAlert error={sending.error} /> : null}
        {sending.isPending && <SendingWaits />}
        {done && (
          <Alert
            color="yellow"
            title={`${numbered(done.messages.length, one, many)} ${became}, ${done.refused.length} refused`}
          >
            <List size="sm">
              {done.refused.slice(0, MOST_LISTED).map(({ row_id, message }) => (
                <List.Item key={row_id}>
                  {titleOf(rows.find(({ id }) => id === row_id)!.cells, definition.columns)}:{' '}
                  {message}
                </List.Item>
              ))}
            </List>
            {done.refused.length > MOST_LISTED && (
              <Text size="sm">And {done.refused.length - MOST_LISTED} more.</Text>
            )}
            <Text size="sm">The refused records stay selected.</Text>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              disabled={!isReady}
              loading={sending.isPending}
              onClick={() =>
                sending.mutate(
                  how === 'template' && templateId !== null
                    ? { template_id: templateId }
                    : wordsOf(medium, definition.key, words),
                )
              }
            >
              Send {numbered(count, one, many)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** The message, as it is sent; a text has no parts of an email. */
const wordsOf = (medium: Medium, definition_key: string, words: MergeWords) => ({
  medium,
  definition_key,
  content: words.content,
  ...(medium === 'email' && words.subject.trim() !== '' && { subject: words.subject.trim() }),
  ...(medium === 'email' && words.content_html !== null && { content_html: words.content_html }),
})

const numbered = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
