import { Button, CloseButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAnswer } from '../../service/api.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import type { Words } from '../html/rich-text.tsx'
import { TemplatePreview } from '../html/template-preview.tsx'
import { useDefinitionNames } from '../records/definition-names.ts'
import type { RecordRef } from '../records/record-picker.tsx'
import { RecordSelect } from '../records/record-select.tsx'
import type { Template } from './drafts.ts'

interface Props {
  template: Template
  /** The thread's record. A template for another page or board asks for a record there. */
  record: RecordRef | null
  /** The record, once nothing is missing. */
  onFilled: (record: RecordRef | null) => void
  /** Turns the filled template into text to edit. */
  onEdit: (words: Words, subject: string) => void
  onRemove: () => void
}

/** A template filled in by a record, before it is sent. */
export function TemplateDraft({ template, record, onFilled, onEdit, onRemove }: Props) {
  const { definition } = useDefinitionNames()
  const fits = record?.definition_key === template.definition_key
  const [chosen, setChosen] = useState<RecordRef | null>(fits ? record : null)
  const { data, error, isFetching } = useAnswer(
    'templates.preview',
    { params: { id: template.id }, body: { row_id: chosen?.row_id ?? '' } },
    { enabled: chosen !== null },
  )
  const filled = chosen ? data?.data : undefined
  const isWhole = filled !== undefined && filled.missing.length === 0
  useEffect(() => onFilled(isWhole ? chosen : null), [isWhole, chosen, onFilled])
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} lineClamp={2}>
          Template: {template.name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {filled && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                onEdit(
                  {
                    text: filled.content,
                    ...(filled.content_html ? { html: filled.content_html } : {}),
                  },
                  filled.subject ?? '',
                )
              }
            >
              Edit text
            </Button>
          )}
          <CloseButton aria-label="Send without the template" onClick={onRemove} />
        </Group>
      </Group>
      {!fits && (
        <RecordSelect
          of={template.definition_key}
          label={`Record in ${definition(template.definition_key)} to fill it in from`}
          value={chosen?.row_id ?? null}
          onChange={(row_id) =>
            setChosen(row_id === null ? null : { definition_key: template.definition_key, row_id })
          }
        />
      )}
      {error && <FailureAlert title="The template can’t be filled in" error={error} />}
      {chosen && isFetching && !filled && <Skeleton height={60} />}
      {filled && <TemplatePreview filled={filled} />}
    </Stack>
  )
}
