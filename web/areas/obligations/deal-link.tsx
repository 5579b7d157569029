import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DEALS_PAGE, useRecordTitle } from '../../ui/record-select.tsx'

/** The record that an obligation belongs to: by its name where it is a deal, else by the beginning of its id. */
export function DealLink({ rowId }: { rowId: string }) {
  const title = useRecordTitle(rowId)
  if (title === undefined) return <span title={rowId}>Record {rowId.slice(0, 8)}</span>
  return (
    <AppLink to={paths.record(DEALS_PAGE, rowId)} inherit>
      {title}
    </AppLink>
  )
}
