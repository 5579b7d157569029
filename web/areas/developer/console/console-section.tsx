import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createClient, uploadFile } from '../../../../sdk/client.ts'
import { holdsFiles } from '../../../../shared/column-types.ts'
import { Refused } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconFlask, IconSend, IconUpload } from '../../../ui/icons/icons.ts'
import { Section } from '../../../ui/layout/section.tsx'
import type { Definition, Guide, Key } from '../board/developer.rules.ts'
import { pastedKeyProblem } from '../board/developer.rules.ts'
import { useOutdateReceipts } from '../receipts/outdate-receipts.ts'
import classes from './console.module.css'
import { readBody, type WriteBody, withUpload } from './console.rules.ts'
import { Verdict } from './verdict.tsx'

interface Props {
  definition: Definition
  guide: Guide
  of: Key
  secret: string
}

interface Sending {
  body: WriteBody
  dryRun: boolean
  /** The request that was sent, to see whether it has changed since. */
  text: string
}

/** Sends a row as a program with this key would. By default it is a dry run, which writes nothing. */
export function ConsoleSection({ definition, guide, of: key, secret }: Props) {
  const sample = JSON.stringify(guide.samples[0]?.body ?? { cells: {} }, null, 2)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? sample
  const read = readBody(text)
  const outdateReceipts = useOutdateReceipts()
  // Without retries, so that people see a refusal at once.
  const client = createClient({ baseUrl: '', key: secret, retries: 0 })
  const writable = new Set(guide.columns.flatMap((one) => (one.writable ? one.column : [])))
  const fileColumns = definition.columns.filter(
    (column) => holdsFiles(column.type) && writable.has(column.key),
  )
  const upload = useMutation({
    meta: { shown: true },
    mutationFn: async ({ column, file }: { column: string; file: File }) => {
      const result = await uploadFile(client, file, { by: 'key' })
      if (!result.ok) throw new Refused(result)
      return { column, upload: result.data.upload }
    },
    onSuccess: ({ column, upload }) => setTyped((now) => withUpload(now ?? sample, column, upload)),
  })
  const send = useMutation({
    meta: { shown: true },
    mutationFn: async ({ body, dryRun }: Sending) => {
      const operation = definition.kind === 'board' ? 'ingest.writeRows' : 'ingest.writeRecords'
      const result = await client.call(operation, { body, query: dryRun ? { dryRun } : {} })
      return { result, dryRun }
    },
    onSuccess: ({ dryRun }) => {
      // A dry run leaves no receipt.
      if (!dryRun) outdateReceipts()
    },
  })
  const hasKey = secret !== '' && !pastedKeyProblem(secret, key) && guide.canWrite
  const ready = hasKey && 'body' in read
  const start = (dryRun: boolean) =>
    'body' in read && send.mutate({ body: read.body, dryRun, text })
  return (
    <Section
      title="Try it"
      description="Change values, send something wrong, or leave something out. The answer shows what would be stored, converted, ignored or refused. Nothing is written until you send it for real."
    >
      <Stack gap="sm">
        <Textarea
          label="Request body"
          classNames={{ input: classes.code ?? '' }}
          minRows={8}
          maxRows={24}
          spellCheck={false}
          value={text}
          error={'problem' in read && read.problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button
            leftSection={<IconFlask size={16} />}
            disabled={!ready}
            loading={send.isPending}
            onClick={() => start(true)}
          >
            Try
          </Button>
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            disabled={!ready || send.isPending}
            onClick={() => start(false)}
          >
            Send for real
          </Button>
          {typed !== null && typed !== sample && (
            <Button variant="subtle" onClick={() => setTyped(null)}>
              Reset to sample
            </Button>
          )}
        </Group>
        {fileColumns.map(({ key: column, name, settings }) => (
          <Group key={column} gap="xs">
            <FileButton
              onChange={(file) => file && upload.mutate({ column, file })}
              {...(settings.accept ? { accept: settings.accept.join() } : {})}
            >
              {(button) => (
                <Button
                  {...button}
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconUpload size={16} />}
                  disabled={!ready || upload.isPending}
                  loading={upload.isPending && upload.variables.column === column}
                >
                  Add a file to {name}
                </Button>
              )}
            </FileButton>
          </Group>
        ))}
        {upload.error && <FailureAlert error={upload.error} title="The file wasn’t uploaded" />}
        {secret === '' && (
          <Text size="sm" c="dimmed">
            To send, paste the key above or create a new one.
          </Text>
        )}
        <div aria-live="polite">
          {send.data && send.variables.text !== text && (
            <Text size="sm" c="dimmed" mb="xs">
              Result of your previous request:
            </Text>
          )}
          {send.data && <Verdict definition={definition} {...send.data} />}
        </div>
      </Stack>
    </Section>
  )
}
