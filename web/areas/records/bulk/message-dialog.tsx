import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Modal,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_RECIPIENTS } from '../../../../shared/limits.ts'
import { accepted, api, type Data, useAnswer, usePages } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { TemplatePreview } from '../../../ui/html/template-preview.tsx'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { chunks } from '../grid/rows/changes.rules.ts'
import type { Cells, Column, Definition, Row } from '../grid/types.ts'

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

const words = {
  text: { verb: 'Text', one: 'text', many: 'texts', address: 'phone number' },
  email: { verb: 'Email', one: 'email', many: 'emails', address: 'email address' },
} as const

/** How many refusals are listed. */
const MOST_LISTED = 20

/** Sends a template to the people of the selected rows, each filled from its row. */
export function MessageDialog(props: Props) {
  useReturnFocus()
  const { definition, medium, columns, rows, onSent, onClose } = props
  const { verb, one, many, address } = words[medium]
  const titleOf = useTitleOf()
  const [columnKey, setColumn] = useState(columns[0]!.key)
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
  const first = rows.find((row) => recipients.some(({ row_id }) => row_id === row.id))
  const preview = useAnswer(
    'templates.preview',
    { params: { id: templateId ?? '' }, body: { row_id: first?.id ?? '' } },
    { enabled: templateId !== null && count > 0 },
  )
  const sending = useMutation({
    meta: { shown: true },
    mutationFn: async (template_id: string): Promise<Sent> => {
      const all: Sent = { messages: [], refused: [] }
      for (const part of chunks(recipients, MOST_RECIPIENTS)) {
        const { data } = await accepted(
          api.conversations.sendMany({ template_id, recipients: part }),
        )
        all.messages.push(...data.messages)
        all.refused.push(...data.refused)
      }
      return all
    },
    onSuccess: ({ messages, refused }) => {
      onSent(refused.map(({ row_id }) => row_id))
      if (refused.length > 0) return
      toastDone(`${numbered(messages.length, one, many)} queued.`)
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
        {templates.isSuccess && fitting.length === 0 ? (
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
        {preview.isFetching && !preview.data && <Skeleton height={60} />}
        {preview.data && first && (
          <>
            <Text size="xs" c="dimmed">
              As {titleOf(first.cells, definition.columns)} gets it:
            </Text>
            <TemplatePreview filled={preview.data.data} />
          </>
        )}
        {preview.error ? <FailureAlert error={preview.error} /> : null}
        {sending.error ? <FailureAlert error={sending.error} /> : null}
        {done && (
          <Alert
            color="yellow"
            title={`${numbered(done.messages.length, one, many)} queued, ${done.refused.length} refused`}
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
              disabled={templateId === null || count === 0}
              loading={sending.isPending}
              onClick={() => templateId && sending.mutate(templateId)}
            >
              Send {numbered(count, one, many)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const numbered = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
