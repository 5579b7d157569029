import { Button, Menu } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '../../../ui/icons/icons.ts'
import type { Desk } from '../grid/model/handle.ts'
import { exportQuery } from '../toolbar/more/export-query.rules.ts'
import { MOST_NAMED, positionFilter } from './bulk.rules.ts'
import { selectedRows } from './bulk-actions.ts'

/** Downloads the selected rows, in the order and with the columns of the list. */
export function ExportMenu({ desk, count }: { desk: Desk; count: number }) {
  const { model, definition, state } = desk
  const { source } = model
  const isAll = source.isCounted.get() && count >= source.total
  const tooMany = !isAll && count > MOST_NAMED
  const download = async (format: 'csv' | 'xlsx') => {
    const rows = isAll ? [] : await selectedRows(desk)
    if (!isAll && rows.length === 0) return
    const narrowed = isAll ? state : namedIn(desk, rows)
    const link = document.createElement('a')
    link.href = paths.exportRows(definition.key, exportQuery(definition, narrowed, format))
    link.download = ''
    link.click()
  }
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tooMany && (
          <Menu.Label>Select up to {MOST_NAMED.toLocaleString()} rows, or all of them.</Menu.Label>
        )}
        <Menu.Item
          disabled={tooMany}
          leftSection={<IconFileTypeCsv size={16} />}
          onClick={() => download('csv')}
        >
          As CSV
        </Menu.Item>
        <Menu.Item
          disabled={tooMany}
          leftSection={<IconFileSpreadsheet size={16} />}
          onClick={() => download('xlsx')}
        >
          As an Excel workbook
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The list's state, narrowed to rows by their positions, which no search has to find again. */
const namedIn = ({ state }: Desk, rows: readonly { position: number }[]): Desk['state'] => {
  const filter = positionFilter(rows.map(({ position }) => position))
  return { ...state, search: '', filter }
}
