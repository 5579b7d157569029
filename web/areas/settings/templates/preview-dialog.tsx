import { Modal, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { TemplatePreview } from '../../../ui/html/template-preview.tsx'
import { RecordSelect } from '../../../ui/records/record-select.tsx'
import type { Template } from './template-form.rules.ts'

/** A template filled in by a record. */
export function PreviewDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [rowId, setRowId] = useState<string | null>(null)
  const { data, error } = useAnswer(
    'templates.preview',
    { params: { id: template.id }, body: { row_id: rowId ?? '' } },
    { enabled: rowId !== null },
  )
  return (
    <Modal opened onClose={onClose} title={`Preview of “${template.name}”`} size="lg">
      <Stack mih={160}>
        <RecordSelect
          of={template.definition_key}
          label="Record to fill it in from"
          value={rowId}
          onChange={setRowId}
        />
        {error && <FailureAlert title="The template can’t be filled in" error={error} />}
        {rowId && !data && !error && <Skeleton height={80} />}
        {rowId && data && <TemplatePreview filled={data.data} />}
      </Stack>
    </Modal>
  )
}
