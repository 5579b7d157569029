import { ActionIcon, Anchor, Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../../paths.ts'
import { storeFile } from '../../../../service/uploads.ts'
import { FailureAlert } from '../../../../ui/failures/failure-alert.tsx'
import { UploadWaits } from '../../../../ui/failures/upload-waits.tsx'
import { IconPaperclip, IconTrash, IconUpload } from '../../../../ui/icons/icons.ts'
import { sizeText } from '../../../../ui/values/size-text.rules.ts'
import { filesIn } from '../../cells/cell-text.rules.ts'
import type { EditorProps } from './editor.ts'

/** The files of a cell: to open, add and remove. */
export function FileEditor({ column, value, onCommit, onCancel }: EditorProps) {
  const [files, setFiles] = useState(filesIn(value))
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const busy = waiting.length > 0
  const [error, setError] = useState<unknown>(null)
  const { accept, maxFiles = 100 } = column.settings

  const upload = async (chosen: readonly File[]) => {
    setWaiting(chosen.map(({ name }) => name))
    setError(null)
    try {
      for (const file of chosen) {
        const { id, name, size, type } = await storeFile(file)
        setWaiting((before) => before.slice(1))
        setFiles((before) => [...before, { id, name, size, type }])
      }
    } catch (failure) {
      setError(failure)
    } finally {
      setWaiting([])
    }
  }
  const save = () => {
    const ids = files.map(({ id }) => id)
    onCommit(ids.length > 0 ? ids : null, 'stay', files.length > 0 ? files : null)
  }
  return (
    <Modal opened onClose={onCancel} title={`Files: ${column.name}`}>
      <Stack onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}>
        {files.length === 0 && (
          <Text size="sm" c="dimmed">
            No files yet.
          </Text>
        )}
        {files.map(({ id, name, size }) => (
          <Group key={id} wrap="nowrap" justify="space-between">
            <Group gap="xs" wrap="nowrap" miw={0}>
              <IconPaperclip size={16} aria-hidden />
              <Anchor size="sm" href={paths.fileContent(id)} truncate>
                {name}
              </Anchor>
              <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {sizeText(size)}
              </Text>
            </Group>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${name}`}
              onClick={() => setFiles(files.filter((file) => file.id !== id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <UploadWaits files={waiting} />
        {error ? <FailureAlert error={error} /> : null}
        <Group justify="space-between">
          <FileButton multiple onChange={upload} {...(accept ? { accept: accept.join() } : {})}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                loading={busy}
                disabled={files.length >= maxFiles}
                leftSection={<IconUpload size={16} />}
              >
                Upload
              </Button>
            )}
          </FileButton>
          <Group gap="xs">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button onClick={save} disabled={busy || (column.required && files.length === 0)}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}
