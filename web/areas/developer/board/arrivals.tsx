import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { capital } from '../../../../shared/wording.ts'
import { paths } from '../../../paths.ts'
import { useLive } from '../../../service/live.ts'
import { IconBolt } from '../../../ui/icons/icons.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import type { Definition } from './developer.rules.ts'

/** Says at once when rows arrive, so that people who pasted a snippet or sent a form see that it worked. */
export function Arrivals({ definition }: { definition: Definition }) {
  const [count, setCount] = useState(0)
  const [latest, setLatest] = useState<string>()
  const [kinds, setKinds] = useState<string[]>([])
  useLive(({ type, actor, data }) => {
    if (type !== 'rows.created' || data.definition.key !== definition.key) return
    const [kind = ''] = actor.split(':')
    if (!(kind in senders)) return
    setKinds((before) => (before.includes(kind) ? before : [...before, kind]))
    setCount((before) => before + (data.rows?.length ?? data.rowCount ?? 1))
    setLatest(data.rows?.at(-1)?.id)
  })
  return (
    <div aria-live="polite">
      {count > 0 && (
        <Alert
          color="green"
          mb="md"
          title={count === 1 ? 'A row has arrived' : `${count} rows have arrived`}
          icon={<IconBolt aria-hidden />}
        >
          <Text size="sm">
            {listed(kinds.map((kind) => senders[kind]!))} since you opened this page.{' '}
            <AppLink
              c="inherit"
              underline="always"
              to={latest ? paths.record(definition.key, latest) : paths.records(definition.key)}
            >
              See {count === 1 ? 'it' : 'the last one'} in the grid
            </AppLink>
          </Text>
        </Alert>
      )}
    </div>
  )
}

const senders: Record<string, string> = {
  key: 'sent by a key',
  form: 'through a form',
  address: 'by email',
  hook: 'through a hook',
}

const listed = (words: readonly string[]): string => capital(words.join(' and '))
