import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../service/api.ts'
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
  const { data: all } = useAnswer('definitions.list', { query: { limit: 1000 } })
  const definition = all?.data.find(({ key }) => key === of)
  const titles = useRecordTitles(chosen)
  // The field also shows the current choice, which is not a search.
  const isChosen = [...titles.values()].some((one) => one?.title === titleIn(words))
  const found = useAnswer(
    'definitions.listRows',
    {
      params: { key: of ?? '' },
      query: { limit: 20, ...(words && !isChosen ? { search: words } : {}) },
    },
    { enabled: isUsed && definition !== undefined, keepPrevious: true },
  )
  const shown = useShownAddress()
  const choices = recordChoices(found.data?.data ?? [], definition?.columns ?? []).map(
    ({ value, label }) => ({ value, label: shown(label) }),
  )
  const others = chosen
    .filter((id) => !choices.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: recordWords(titles.get(id)) }))
  return {
    definition,
    /** Whether the choices are those of the typed text. */
    isSettled: words === typed.trim() && found.data !== undefined && !found.isFetching,
    /** Whether the board or page does not exist. */
    isMissing: all !== undefined && of !== null && definition === undefined,
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
      nothingFoundMessage: !found.data || found.isFetching ? 'Searching…' : 'No matching record',
    },
  }
}
