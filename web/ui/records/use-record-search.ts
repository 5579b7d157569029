import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../service/api.ts'
import { useHeads } from '../../service/heads.ts'
import { useShownAddress } from '../values/use-phone-text.ts'
import { recordChoices, titleIn } from './record-choices.rules.ts'
import { recordWords } from './record-link.tsx'
import { useRecordTitles } from './record-titles.ts'

/**
 * The records of a board or page that match the typed text, to choose from. The current choice is always among them.
 *
 * @param of the key of the board or page; `null` while none is chosen.
 */
export function useRecordSearch(of: string | null, chosen: readonly string[]) {
  const [typed, setTyped] = useState('')
  // A field that nobody uses asks for nothing.
  const [isUsed, setUsed] = useState(false)
  const [words] = useDebouncedValue(typed.trim(), 250)
  const { heads } = useHeads()
  const exists = heads?.some(({ key }) => key === of)
  const enabled = isUsed && exists === true
  const { data: definition } = useAnswer(
    'definitions.get',
    { params: { key: of ?? '' } },
    { enabled },
  )
  const titles = useRecordTitles(chosen)
  // The field also shows the current choice, which is not a search.
  const isChosen = [...titles.values()].some((one) => one?.title === titleIn(words))
  const found = useAnswer(
    'definitions.listRows',
    {
      params: { key: of ?? '' },
      query: { limit: 20, ...(words && !isChosen ? { search: words } : {}) },
    },
    { enabled, keepPrevious: true },
  )
  const shown = useShownAddress()
  const choices = (
    definition ? recordChoices(found.data?.data ?? [], definition.data.columns) : []
  ).map(({ value, label }) => ({ value, label: shown(label) }))
  const others = chosen
    .filter((id) => !choices.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: recordWords(titles.get(id)) }))
  return {
    /** Whether the choices are those of the typed text. */
    isSettled:
      words === typed.trim() &&
      definition !== undefined &&
      found.data !== undefined &&
      !found.isFetching,
    /** Whether the board or page does not exist. */
    isMissing: exists === false && of !== null,
    field: {
      data: [
        ...others,
        ...choices,
        ...(found.data?.nextCursor
          ? [{ value: 'others', label: 'Type to find others', disabled: true }]
          : []),
      ],
      searchable: true,
      searchValue: typed,
      onSearchChange: setTyped,
      onFocus: () => setUsed(true),
      // The service has already searched, and in all cells, not only in the title.
      filter: <O>({ options }: { options: O }) => options,
      nothingFoundMessage:
        !definition || !found.data || found.isFetching ? 'Searching…' : 'No matching record',
    },
  }
}
