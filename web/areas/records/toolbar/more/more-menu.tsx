import { Menu } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { paths } from '../../../../paths.ts'
import { useMay } from '../../../../service/session.ts'
import {
  IconCode,
  IconColumns3,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconForms,
  IconHistory,
  IconPrinter,
  IconSettings,
  IconTableImport,
  IconTrash,
} from '../../../../ui/icons/icons.ts'
import { isPlainClick } from '../../../../ui/links/app-link.tsx'
import { useGo } from '../../../../ui/links/use-go.ts'
import type { Definition, GridState } from '../../list/types.ts'
import { type Opener, useOpened } from '../tools/use-opener.ts'
import { exportQuery } from './export-query.rules.ts'
import { askToPrint } from './print-event.ts'

interface Props {
  definition: Definition
  state: GridState
  opener: Opener
  button: ReactNode
}

/** Actions on all rows: export, import, and the other pages of the board or page. */
export function MoreMenu({ definition, state, opener, button }: Props) {
  const { key } = definition
  const opened = useOpened(opener)
  const mayWrite = useMay('member')
  const mayChange = useMay('admin')
  return (
    <Menu opened={opened} onChange={opener.onChange} position="bottom-end" width={250} shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Export these rows</Menu.Label>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={paths.exportRows(key, exportQuery(definition, state, format))}
            download
            leftSection={
              format === 'csv' ? <IconFileTypeCsv size={16} /> : <IconFileSpreadsheet size={16} />
            }
          >
            {format === 'csv' ? 'As CSV' : 'As an Excel workbook'}
          </Menu.Item>
        ))}
        <Menu.Item
          component="a"
          href={paths.exportRows(key, { ...exportQuery(definition, state, 'csv'), ids: true })}
          download
          leftSection={<IconFileTypeCsv size={16} />}
        >
          With IDs, to import again
        </Menu.Item>
        {state.kind === 'grid' && (
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={askToPrint}>
            Print
          </Menu.Item>
        )}
        <Menu.Divider />
        {mayWrite && (
          <LinkItem to={paths.newImport(key)} icon={<IconTableImport size={16} />}>
            Import file
          </LinkItem>
        )}
        {mayWrite && (
          <LinkItem to={paths.recordSettings(key, 'forms')} icon={<IconForms size={16} />}>
            Share a form
          </LinkItem>
        )}
        <LinkItem to={paths.imports(key)} icon={<IconHistory size={16} />}>
          Past imports
        </LinkItem>
        <LinkItem to={paths.trash(key)} icon={<IconTrash size={16} />}>
          Trash
        </LinkItem>
        <Menu.Divider />
        {mayChange && (
          <LinkItem to={paths.recordSettings(key, 'columns')} icon={<IconColumns3 size={16} />}>
            Columns
          </LinkItem>
        )}
        <LinkItem to={paths.recordSettings(key, 'developer')} icon={<IconCode size={16} />}>
          {mayChange ? 'Developer: keys and snippets' : 'What came in'}
        </LinkItem>
        <LinkItem to={paths.recordSettings(key)} icon={<IconSettings size={16} />}>
          Settings
        </LinkItem>
      </Menu.Dropdown>
    </Menu>
  )
}

function LinkItem({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  const go = useGo()
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    go(to)
  }
  return (
    <Menu.Item component="a" href={to} leftSection={icon} onClick={follow}>
      {children}
    </Menu.Item>
  )
}
