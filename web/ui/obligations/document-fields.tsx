import { FileInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MOST_DOCUMENT_TYPE_CHARS, MOST_TITLE_CHARS } from '../../../shared/limits.ts'
import { useAnswer } from '../../service/api.ts'
import { IconPaperclip } from '../icons/icons.ts'
import type { DocumentChoice } from './document-choice.ts'
import { documentTypeWords } from './obligation-words.rules.ts'

interface Props {
  requiredType: string | null
  form: UseFormReturnType<DocumentChoice>
}

/** Asks for a document: a file, a link, or one that was added earlier. */
export function DocumentFields({ requiredType, form }: Props) {
  const { how } = form.values
  return (
    <Stack gap="sm">
      {requiredType && <Text size="sm">Required document: {documentTypeWords(requiredType)}.</Text>}
      <SegmentedControl
        size="xs"
        aria-label="Source of the document"
        data={[
          { value: 'file', label: 'A file' },
          { value: 'url', label: 'A link' },
          { value: 'here', label: 'Added before' },
        ]}
        {...form.getInputProps('how')}
      />
      {how === 'file' && (
        <FileInput
          label="File"
          placeholder="Choose a file"
          leftSection={<IconPaperclip size={16} aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          {...form.getInputProps('file')}
        />
      )}
      {how === 'url' && (
        <TextInput
          label="Address"
          type="url"
          placeholder="https://files.example.com/statements.pdf"
          {...form.getInputProps('url')}
        />
      )}
      {how === 'here' ? (
        <Existing requiredType={requiredType} form={form} />
      ) : (
        <>
          <TextInput
            label="Name"
            placeholder="Same as the file"
            maxLength={MOST_TITLE_CHARS}
            {...form.getInputProps('name')}
          />
          {requiredType === null && (
            <TextInput
              label="Type"
              description="A short name of your own, such as bank_statement."
              placeholder="document"
              maxLength={MOST_DOCUMENT_TYPE_CHARS}
              {...form.getInputProps('documentType')}
            />
          )}
        </>
      )}
    </Stack>
  )
}

function Existing({ requiredType, form }: Props) {
  const { data, isPending } = useAnswer('documents.list', {
    query: { limit: 1000, ...(requiredType ? { documentType: requiredType } : {}) },
  })
  const documents = [...(data?.data ?? [])].reverse()
  if (!isPending && documents.length === 0) {
    return <Text size="sm">There are no documents of this type yet. Add a file or a link.</Text>
  }
  return (
    <Select
      label="Document"
      placeholder="Search by name"
      searchable
      nothingFoundMessage="No matching document"
      data={documents.map(({ id, name, documentType }) => ({
        value: String(id),
        label: requiredType ? name : `${name} (${documentTypeWords(documentType)})`,
      }))}
      {...form.getInputProps('documentId')}
    />
  )
}
