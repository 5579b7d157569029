import { FileInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useAnswer } from '../../api.ts'
import type { DocumentChoice } from './document-choice.ts'
import { documentTypeWords } from './obligation-words.rules.ts'

interface Props {
  requiredType: string | null
  choice: DocumentChoice
  /** What is still to be done, once somebody tried without. */
  problem?: string | undefined
  onChange: (change: Partial<DocumentChoice>) => void
}

/** Asks for a document: a file, where one is kept, or one that is there already. */
export function DocumentFields({ requiredType, choice, problem, onChange }: Props) {
  const { how } = choice
  return (
    <Stack gap="sm">
      {requiredType && (
        <Text size="sm">
          A document of the type “{documentTypeWords(requiredType)}” is required; without one it can
          be neither submitted nor completed.
        </Text>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Where the document is"
        data={[
          { value: 'file', label: 'A file' },
          { value: 'url', label: 'Its address' },
          { value: 'here', label: 'Added before' },
        ]}
        value={how}
        onChange={(chosen) => onChange({ how: chosen })}
      />
      {how === 'file' && (
        <FileInput
          label="File"
          placeholder="Choose a file of up to 25 MB"
          leftSection={<IconPaperclip size={16} aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': 'Take the file out' }}
          error={problem}
          value={choice.file}
          onChange={(file) => onChange({ file })}
        />
      )}
      {how === 'url' && (
        <TextInput
          label="Address"
          type="url"
          placeholder="https://files.example.com/statements.pdf"
          error={problem}
          value={choice.url}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      )}
      {how === 'here' ? (
        <Existing
          requiredType={requiredType}
          choice={choice}
          problem={problem}
          onChange={onChange}
        />
      ) : (
        <>
          <TextInput
            label="Name"
            placeholder="As the file is called"
            maxLength={300}
            value={choice.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          {requiredType === null && (
            <TextInput
              label="Type"
              description="The desk’s own word, such as bank_statement."
              placeholder="document"
              maxLength={100}
              value={choice.documentType}
              onChange={(event) => onChange({ documentType: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </Stack>
  )
}

function Existing({ requiredType, choice, problem, onChange }: Props) {
  const { data, isPending } = useAnswer('documents.list', {
    query: { limit: 1000, ...(requiredType ? { documentType: requiredType } : {}) },
  })
  const documents = [...(data?.data ?? [])].reverse()
  if (!isPending && documents.length === 0) {
    return <Text size="sm">There is none of this type yet; add a file or an address.</Text>
  }
  return (
    <Select
      label="Document"
      placeholder="Search by name"
      searchable
      nothingFoundMessage="None has this name"
      data={documents.map(({ id, name, documentType }) => ({
        value: String(id),
        label: requiredType ? name : `${name} (${documentTypeWords(documentType)})`,
      }))}
      error={problem}
      value={choice.documentId === null ? null : String(choice.documentId)}
      onChange={(id) => onChange({ documentId: id === null ? null : Number(id) })}
    />
  )
}
