import { Badge, Button, Group, Select, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { Preview } from './import-questions.ts'

interface Props {
  file: File
  preview: Preview | undefined
  onAnother: () => void
  onSheet: (sheet: string) => void
}

const delimiters: Record<string, string> = {
  ',': 'separated by commas',
  ';': 'separated by semicolons',
  '\t': 'separated by tabs',
  '|': 'separated by bars',
}

/** The file and how it is read. */
export function FileFacts({ file, preview, onAnother, onSheet }: Props) {
  return (
    <Group gap="sm">
      <IconFileSpreadsheet size={20} aria-hidden />
      <Text fw={600}>{file.name}</Text>
      {preview && (
        <>
          <Badge variant="default">{preview.format}</Badge>
          {preview.delimiter && <Text size="sm">{delimiters[preview.delimiter]}</Text>}
          {preview.encoding && preview.encoding !== 'utf-8' && (
            <Text size="sm">{preview.encoding}</Text>
          )}
          {preview.sheets.length > 1 && (
            <Select
              aria-label="Sheet"
              w={200}
              allowDeselect={false}
              data={preview.sheets}
              value={preview.sheet}
              onChange={(next) => next && onSheet(next)}
            />
          )}
        </>
      )}
      <Button variant="default" size="compact-sm" onClick={onAnother}>
        Another file
      </Button>
    </Group>
  )
}
