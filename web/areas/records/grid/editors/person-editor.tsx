import { usePeople } from '../../../../session.ts'
import { Avatar } from '../../../../ui/values/avatar.tsx'
import type { EditorProps } from './editor.ts'
import { PickList } from './pick-list.tsx'

/** Chooses a person in the workspace. */
export function PersonEditor({ column, value, typed, onCommit, onCancel }: EditorProps) {
  const { seats } = usePeople()
  const choices = seats
    .filter(({ status, crmUserId }) => status === 'active' || crmUserId === value)
    .map(({ crmUserId, name, email }) => ({
      value: String(crmUserId),
      label: name || email,
      shown: (
        <>
          <Avatar id={crmUserId} name={name || email} /> {name || email}
        </>
      ),
    }))
  return (
    <PickList
      label={column.name}
      choices={choices}
      chosen={typeof value === 'number' ? [String(value)] : []}
      multiple={false}
      typed={typed}
      required={column.required}
      onCommit={([id], then) => onCommit(id === undefined ? null : Number(id), then)}
      onCancel={onCancel}
    />
  )
}
