import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isOpen } from '../../../../shared/obligation-states.ts'
import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../service/api.ts'
import { IconExternalLink, IconFileText, IconPaperclip } from '../../../ui/icons/icons.ts'
import {
  documentTypeWords,
  type Obligation,
} from '../../../ui/obligations/obligation-words.rules.ts'
import { sizeText } from '../../../ui/values/size-text.rules.ts'
import { Time } from '../../../ui/values/time.tsx'
import { AttachDialog } from './attach-dialog.tsx'

/** The document that meets it, or that it needs. */
export function ObligationDocument({
  obligation,
  mayChange,
}: {
  obligation: Obligation
  mayChange: boolean
}) {
  const { documentId, requiredDocumentType } = obligation
  const [attaching, setAttaching] = useState(false)
  return (
    <Stack gap="xs" align="flex-start">
      {documentId !== null && <Shown id={documentId} />}
      {documentId === null && (
        <Text size="sm" c="dimmed">
          {requiredDocumentType && isOpen(obligation.status)
            ? `Required: ${documentTypeWords(requiredDocumentType)}.`
            : 'None.'}
        </Text>
      )}
      {mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          onClick={() => setAttaching(true)}
        >
          {documentId === null ? 'Attach a document' : 'Replace the document'}
        </Button>
      )}
      {attaching && <AttachDialog obligation={obligation} onClose={() => setAttaching(false)} />}
    </Stack>
  )
}

function Shown({ id }: { id: number }) {
  const { data } = useAnswer('documents.get', { params: { id } })
  if (!data) return null
  const { name, documentType, url, file, createdAt } = data.data
  const Kind = file ? IconFileText : IconExternalLink
  const to = file ? paths.fileContent(file.id) : url
  return (
    <Group gap="xs">
      <Group gap="xs" wrap="nowrap">
        <Kind size={18} aria-hidden style={{ flex: 'none' }} />
        {to ? (
          <Anchor href={to} target="_blank" rel="noreferrer" inherit>
            {name}
          </Anchor>
        ) : (
          <span>{name}</span>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {documentTypeWords(documentType)}
        {file && `, ${sizeText(file.size)}`}, added <Time at={createdAt} />
      </Text>
    </Group>
  )
}
