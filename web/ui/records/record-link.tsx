import { Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { AppLink } from '../links/app-link.tsx'
import { type RecordTitle, useRecordTitle } from './record-titles.ts'

/** The title of a record of any board or page, as a link unless it is in the trash or gone. */
export function RecordLink({ rowId }: { rowId: string }) {
  const record = useRecordTitle(rowId)
  return record && !record.trashed ? (
    <AppLink to={paths.record(record.definitionKey, rowId)} inherit underline="always">
      {record.title}
    </AppLink>
  ) : (
    <Text span inherit c="dimmed" title={rowId}>
      {recordWords(record)}
    </Text>
  )
}

/** The text for a record that is not a link. */
export function recordWords(record: RecordTitle | null | undefined): string {
  if (record === undefined) return '…'
  if (record === null) return '(gone)'
  return record.trashed ? `${record.title} (in the trash)` : record.title
}
