import { Modal, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { RecordPicker, type RecordRef } from '../../../ui/record-picker.tsx'
import { TemplatePreview } from '../../../ui/template-preview.tsx'
import type { Template } from './template-form.rules.ts'

/** What a record makes of a template. */
export function PreviewDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [record, choose] = useState<RecordRef | null>(null)
  const { data, error } = useAnswer(
    'templates.preview',
    { params: { id: template.id }, body: { row_id: record?.row_id ?? '' } },
    { enabled: record !== null },
  )
  return (
    <Modal opened onClose={onClose} title={`Preview of “${template.name}”`} size="lg">
      <Stack mih={160}>
        <RecordPicker
          of={template.definition_key}
          label="Record that fills it"
          value={record}
          onChange={choose}
        />
        {error && <FailureAlert title="It cannot be filled" error={error} />}
        {record && !data && !error && <Skeleton height={80} />}
        {record && data && <TemplatePreview filled={data.data} />}
      </Stack>
    </Modal>
  )
}
