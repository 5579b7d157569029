import { Button, FileButton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { storeFile } from '../../../service/uploads.ts'
import { UploadWaits } from '../../../ui/failures/upload-waits.tsx'
import { IconUpload } from '../../../ui/icons/icons.ts'
import { type FileCell, filesIn } from '../cells/cell-text.rules.ts'
import type { FieldProps } from './field-props.ts'
import { FileLine } from './file-line.tsx'
import classes from './panel.module.css'

/** The files of a cell: opened, uploaded and removed. */
export function FilesField({
  id,
  column,
  row,
  lock,
  error,
  onCommit,
}: Omit<FieldProps, 'context'>) {
  const value = row.cells[column.key]
  // While the cell is being written it has ids alone.
  const known = useRef(new Map<string, FileCell>())
  for (const file of filesIn(value)) known.current.set(file.id, file)
  const files = Array.isArray(value)
    ? value.flatMap((one: FileCell | string) =>
        typeof one === 'string' ? (known.current.get(one) ?? []) : [one],
      )
    : []
  const most = column.settings.maxFiles ?? 100
  const upload = useMutation({
    meta: { shown: true },
    mutationFn: async (chosen: File[]) => {
      const ids: string[] = []
      for (const file of chosen) {
        const { id, name, size, type } = await storeFile(file)
        known.current.set(id, { id, name, size, type })
        ids.push(id)
      }
      return ids
    },
    onSuccess: (ids) => onCommit([...files.map(({ id }) => id), ...ids]),
  })
  const without = (gone: string) => {
    const left = files.filter((file) => file.id !== gone).map((file) => file.id)
    onCommit(left.length > 0 ? left : null)
  }
  const problem = upload.isPending ? null : (error ?? upload.error?.message)
  return (
    <Stack gap={4} role="group" aria-labelledby={`${id}-label`} className={classes.files}>
      {files.map((file) => (
        <FileLine
          key={file.id}
          file={file}
          onRemove={lock === null ? () => without(file.id) : undefined}
        />
      ))}
      {lock !== null && (
        <Text size="xs" c="dimmed">
          {files.length === 0 ? 'No files. ' : ''}
          {lock}
        </Text>
      )}
      {lock === null && files.length < most && (
        <FileButton
          multiple
          {...(column.settings.accept ? { accept: column.settings.accept.join(',') } : {})}
          onChange={(chosen) => chosen.length > 0 && upload.mutate(chosen)}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="compact-sm"
              w="fit-content"
              loading={upload.isPending}
              leftSection={<IconUpload size={14} aria-hidden />}
              aria-label={`Upload to ${column.name}`}
            >
              Upload
            </Button>
          )}
        </FileButton>
      )}
      {upload.isPending && <UploadWaits files={upload.variables.map(({ name }) => name)} />}
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
