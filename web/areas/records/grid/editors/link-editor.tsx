import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../../../service/api.ts'
import { useTitleOf } from '../../../../ui/records/use-title-of.ts'
import { labelsIn } from '../../cells/cell-text.rules.ts'
import { unresolvedIn, withNames } from '../../cells/unresolved.rules.ts'
import { useAddByName } from '../../choosing/use-add-by-name.ts'
import type { EditorProps } from './editor.ts'
import { PickList } from './pick-list.tsx'

/** Chooses rows of the board or page that a column links to, by their text. */
export function LinkEditor(props: EditorProps) {
  const { column, value, row, typed, context, onCommit, onCommitLater, onCancel } = props
  const key = column.settings.definitionKey ?? ''
  const multiple = column.settings.multiple === true
  const [text, setText] = useState(typed ?? '')
  const [search] = useDebouncedValue(text, 200)
  const params = { key }
  const { data: linked } = useAnswer('definitions.get', { params })
  const query = { limit: 30, ...(search ? { search } : {}) }
  const found = useAnswer('definitions.listRows', { params, query }, { keepPrevious: true })
  const columns = linked?.data.columns ?? []
  const titleOf = useTitleOf()
  const add = useAddByName(key)
  const titles = new Map<string, string>()
  const chosen = labelsIn(value)
  for (const link of row?.links?.[column.key] ?? []) {
    if (!search) titles.set(link.id, context.phoneText(link.title ?? '(no title)'))
  }
  for (const one of found.data?.data ?? []) {
    titles.set(one.id, titleOf(one.cells, columns))
  }
  // While a search runs, the known choices are narrowed here, so that none of them is left from an earlier text.
  const pending = search !== text || found.isFetching
  const word = text.toLowerCase()
  const choices = [...titles]
    .filter(([, title]) => !pending || title.toLowerCase().includes(word))
    .map(([id, label]) => ({ value: id, label }))
  return (
    <PickList
      label={`${column.name}: rows of ${linked?.data.name ?? key}`}
      choices={choices}
      chosen={chosen}
      multiple={multiple}
      typed={typed}
      onSearch={setText}
      busy={found.isFetching}
      goesOn={Boolean(found.data?.nextCursor)}
      required={column.required}
      {...(add && !pending ? { makes: (name: string) => `Add “${name}”` } : {})}
      onCommit={(ids, then, names) => {
        const kept = (all: string[]) => withNames(column, all, unresolvedIn(column, row))
        if (!add || names.length === 0) return onCommit(kept(ids), then)
        const all = ids.map((id) => (names.includes(id) ? add(id) : id))
        onCommitLater(Promise.all(all).then(kept), then)
      }}
      onCancel={onCancel}
    />
  )
}
