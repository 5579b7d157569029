import { inputOf } from '../../../../../shared/column-types.ts'
import { tintOf } from '../../cells/cell.tsx'
import { labelsIn } from '../../cells/cell-text.rules.ts'
import classes from '../../list/grid.module.css'
import type { EditorProps } from './editor.ts'
import { PickList } from './pick-list.tsx'

/** Chooses one option or several, and creates new ones if the column allows it. */
export function OptionEditor({ column, value, typed, onCommit, onCancel }: EditorProps) {
  const { options = [], allowNewOptions } = column.settings
  const multiple = inputOf(column.type) === 'options'
  return (
    <PickList
      label={column.name}
      choices={options.map(({ label, color }) => ({
        value: label,
        label,
        shown: (
          <span className={classes.badge} style={tintOf(color)}>
            {label}
          </span>
        ),
      }))}
      chosen={labelsIn(value)}
      multiple={multiple}
      typed={typed}
      required={column.required}
      {...(allowNewOptions ? { makes: (text: string) => `Create “${text}”` } : {})}
      onCommit={(labels, then) =>
        onCommit(multiple ? (labels.length > 0 ? labels : null) : (labels[0] ?? null), then)
      }
      onCancel={onCancel}
    />
  )
}
