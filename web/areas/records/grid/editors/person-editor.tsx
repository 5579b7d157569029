import { Avatar } from '../../../../ui/values/avatar.tsx'
import { usePersonChoices } from '../../choosing/use-person-choices.ts'
import type { EditorProps } from './editor.ts'
import { PickList } from './pick-list.tsx'

/** Chooses a person in the workspace. */
export function PersonEditor({ column, value, typed, onCommit, onCancel }: EditorProps) {
  const choices = usePersonChoices(value).map(({ value: id, label }) => ({
    value: id,
    label,
    shown: (
      <>
        <Avatar id={Number(id)} name={label} /> {label}
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
