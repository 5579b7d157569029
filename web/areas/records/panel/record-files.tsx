import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useAnswer, useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { UploadWaits } from '../../../ui/failures/upload-waits.tsx'
import { IconUpload } from '../../../ui/icons/icons.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { FileLine } from './file-line.tsx'
import { fileQueries, type useFileAdding } from './use-file-adding.ts'
import { filesInput } from './use-related.ts'

interface Props {
  definitionKey: string
  rowId: string
  /** While they are asked for along with other things. */
  isAsking: boolean
  adding: ReturnType<typeof useFileAdding>
}

/** The files of a record, beside those in its cells. Files can also be dropped anywhere on the record. */
export function RecordFiles({ definitionKey: key, rowId, isAsking, adding }: Props) {
  const mayWrite = useMay('member')
  const params = { key, rowId }
  const list = useAnswer('definitions.listRowFiles', filesInput(params), { enabled: !isAsking })
  const putBack = useChange('definitions.addRowFile', { outdates: fileQueries })
  const remove = useChange('definitions.removeRowFile', {
    outdates: fileQueries,
    onDone: (_, { params: { fileId } }) =>
      toastDone('File removed.', () => putBack.mutate({ params, body: { fileId } })),
  })
  const files = list.data?.data ?? []
  if (!mayWrite && files.length === 0) return null
  return (
    <Stack gap={2} role="group" aria-label="Files">
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          Files
        </Text>
        {mayWrite && (
          <FileButton multiple onChange={adding.add}>
            {(button) => (
              <Button
                {...button}
                variant="subtle"
                size="compact-xs"
                loading={adding.waiting.length > 0}
                leftSection={<IconUpload size={13} aria-hidden />}
              >
                Add file
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {list.error && <FailureAlert error={list.error} onRetry={() => list.refetch()} />}
      <UploadWaits files={adding.waiting} />
      {adding.faults.map((fault) => (
        <Text key={fault} size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      ))}
      {files.map((file) => (
        <FileLine
          key={file.id}
          file={file}
          onRemove={
            mayWrite ? () => remove.mutate({ params: { ...params, fileId: file.id } }) : undefined
          }
        />
      ))}
    </Stack>
  )
}
