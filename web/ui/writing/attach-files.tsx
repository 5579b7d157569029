import { Button, Center, CloseButton, FileButton, Group, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { storeFile } from '../../service/uploads.ts'
import { UploadWaits } from '../failures/upload-waits.tsx'
import { IconAlertTriangle, IconPaperclip } from '../icons/icons.ts'
import { sizeText } from '../values/size-text.rules.ts'
import { faultOf } from './attached.rules.ts'
import type { Medium } from './drafts.ts'

interface Upload {
  key: number
  name: string
  size: number
  /** Its id, once it is uploaded. */
  id?: string
  fault?: string
}
let made = 0

/** The files of a message that is being written; each is uploaded as soon as it is chosen. */
export function useUploads(medium: Medium) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))

  const add = (files: File[]) => {
    const taken = uploads.filter(({ fault }) => !fault).map(({ size }) => size)
    for (const file of files) {
      const key = ++made
      const fault = faultOf(file.size, taken, medium)
      if (!fault) taken.push(file.size)
      setUploads((all) => [
        ...all,
        { key, name: file.name, size: file.size, ...(fault ? { fault } : {}) },
      ])
      if (fault) continue
      storeFile(file).then(
        ({ id }) => change(key, { id }),
        (error: Error) => change(key, { fault: error.message }),
      )
    }
  }
  return {
    uploads,
    add,
    remove: (key: number) => setUploads((all) => all.filter((one) => one.key !== key)),
    clear: () => setUploads([]),
    ids: uploads.flatMap(({ id }) => (id ? [id] : [])),
    /** Whether one is uploading, or has failed and must be removed. */
    isBusy: uploads.some(({ id }) => id === undefined),
  }
}

type Uploads = ReturnType<typeof useUploads>

export function AttachButton({ uploads }: { uploads: Uploads }) {
  return (
    <FileButton multiple onChange={uploads.add}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconPaperclip size={14} aria-hidden />}>
          Attach
        </Button>
      )}
    </FileButton>
  )
}

export function AttachedFiles({ uploads: { uploads, remove } }: { uploads: Uploads }) {
  if (uploads.length === 0) return null
  const waiting = uploads.filter(({ id, fault }) => !id && !fault).map(({ name }) => name)
  return (
    <>
      <UploadWaits files={waiting} />
      <Group
        component="ul"
        gap="xs"
        p={0}
        m={0}
        aria-label="Files to send"
        style={{ listStyle: 'none' }}
      >
        {uploads.map(({ key, name, size, id, fault }) => (
          <Group component="li" key={key} gap={4} wrap="nowrap" align="flex-start">
            <Center h={22} w={14} flex="none">
              {fault ? (
                <IconAlertTriangle size={14} color="var(--mantine-color-error)" aria-hidden />
              ) : id ? (
                <IconPaperclip size={14} aria-hidden />
              ) : (
                <Loader size={12} aria-label="Uploading" />
              )}
            </Center>
            <Text size="sm" lh="22px" style={{ overflowWrap: 'anywhere' }}>
              {name} ({sizeText(size)})
              {fault && (
                <Text span inherit c="var(--mantine-color-error)" role="alert">
                  {' '}
                  {fault}
                </Text>
              )}
            </Text>
            <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => remove(key)} />
          </Group>
        ))}
      </Group>
    </>
  )
}
