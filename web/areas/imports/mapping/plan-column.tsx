import { type ColumnDraft, columnBody } from '../../../ui/columns/column-draft.rules.ts'
import { NewColumnForm, useNewColumn } from '../../../ui/columns/new-column-form.tsx'
import type { PlannedColumn } from '../questions/mapping.rules.ts'

interface Props {
  draft: Partial<ColumnDraft>
  onPlanned: (column: PlannedColumn) => void
  /** Goes on with all settings. */
  onMore: (draft: ColumnDraft) => void
}

/** A new column for one of the file, which the import adds when it starts. */
export function PlanColumn({ draft, onPlanned, onMore }: Props) {
  const form = useNewColumn(draft)
  return (
    <NewColumnForm
      form={form}
      onAdd={(filled) => onPlanned({ ...columnBody(filled), type: filled.type } as PlannedColumn)}
      onMore={onMore}
    />
  )
}
