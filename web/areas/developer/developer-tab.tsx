import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Data, useAnswer } from '../../service/api.ts'
import { definitionOf, isAbout } from '../../service/events.rules.ts'
import { useLive } from '../../service/live.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import { AddressesSection } from './addresses/addresses-section.tsx'
import { Arrivals } from './board/arrivals.tsx'
import { type Definition, type Key, keyEndedAt, keyInUse } from './board/developer.rules.ts'
import { ConsoleSection } from './console/console-section.tsx'
import { GuideSection } from './guide/guide-section.tsx'
import { SnippetsSection } from './guide/snippets-section.tsx'
import { HooksSection } from './hooks/hooks-section.tsx'
import { KeyField } from './keys/key-field.tsx'
import { KeysSection } from './keys/keys-section.tsx'
import { NewKeyDialog } from './keys/new-key.tsx'
import { ReceiptsSection } from './receipts/receipts-section.tsx'

/** Everything a program needs to write here, from the key to the first row. */
export function DeveloperTab({ definition }: { definition: Definition }) {
  const isAdmin = useMay('admin')
  return (
    <Stack>
      {isAdmin ? (
        <Integration definition={definition} />
      ) : (
        <>
          <ReceiptsSection definition={definition} />
          <AddressesSection definition={definition} />
          <HooksSection definition={definition} />
        </>
      )}
    </Stack>
  )
}

function Integration({ definition }: { definition: Definition }) {
  const { data, error, refetch } = useAnswer('definitions.listKeys', {
    params: { key: definition.key },
    query: { limit: 1000 },
  })
  const [search, change] = useSearchState<{ key?: string }>()
  const [fresh, setFresh] = useState<Data<'definitions.createKey'>>()
  // Secrets exist only here: leaving the page forgets them.
  const [secrets, setSecrets] = useState<Record<string, string>>({})
  const [making, setMaking] = useState(false)
  const keys = data?.data
  const selected = keys && keyInUse(keys, search.key, Date.now())
  const guide = useAnswer('definitions.keyGuide', guideOf(definition, selected?.id ?? ''), {
    enabled: selected !== undefined,
  })
  // As their sections ask for them.
  const listed = { params: { key: definition.key }, query: { limit: 100 } }
  const addresses = useAnswer('definitions.listAddresses', listed)
  const hooks = useAnswer('definitions.listHooks', listed)
  // At first everything is shown together, so that nothing moves under the pointer.
  const [isShown, setShown] = useState(false)
  const isThere =
    keys !== undefined &&
    (selected === undefined || !guide.isPending) &&
    !addresses.isPending &&
    !hooks.isPending
  if (isThere && !isShown) setShown(true)
  const know = (id: string, secret: string) => setSecrets((known) => ({ ...known, [id]: secret }))
  const show = (made: Data<'definitions.createKey'>) => {
    setFresh(made)
    know(made.id, made.secret)
    change({ key: made.id })
  }
  if (error) return <FailureAlert error={error} onRetry={refetch} />
  if (!isShown) return <Skeleton height={640} aria-busy />
  return (
    <>
      <KeysSection
        definition={definition}
        keys={keys}
        selected={selected}
        fresh={
          keys?.some((key) => key.id === fresh?.id && keyEndedAt(key, Date.now()) === null)
            ? fresh
            : undefined
        }
        onSelect={({ id }) => change({ key: id })}
        onNew={() => setMaking(true)}
        onMade={show}
      />
      {making && (
        <NewKeyDialog
          definitionKey={definition.key}
          onClose={() => setMaking(false)}
          onMade={show}
        />
      )}
      {selected && (
        <WithKey
          key={selected.id}
          definition={definition}
          of={selected}
          secret={secrets[selected.id] ?? ''}
          isFresh={selected.id === fresh?.id}
          onSecret={(secret) => know(selected.id, secret)}
          onNew={() => setMaking(true)}
        />
      )}
      <AddressesSection definition={definition} />
      <HooksSection definition={definition} />
      <ReceiptsSection definition={definition} />
    </>
  )
}

const guideOf = ({ key }: Definition, keyId: string) => ({ params: { key, keyId } })

interface WithKeyProps {
  definition: Definition
  of: Key
  secret: string
  isFresh: boolean
  onSecret: (secret: string) => void
  onNew: () => void
}

function WithKey({ definition, of: key, secret, isFresh, onSecret, onNew }: WithKeyProps) {
  const { data, error, refetch } = useAnswer('definitions.keyGuide', guideOf(definition, key.id))
  // The guide depends on the columns and on who may see them.
  useLive((event) => {
    if (definitionOf(event)?.key !== definition.key) return
    if (aboutColumns.some((noun) => isAbout(event, noun))) refetch()
  })
  if (error) return <FailureAlert error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={360} />
  const common = { definition, guide: data.data, of: key, secret }
  return (
    <>
      {!isFresh && <KeyField of={key} secret={secret} onChange={onSecret} onNew={onNew} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack miw={0} gap={0}>
          <Arrivals definition={definition} />
          <SnippetsSection {...common} />
        </Stack>
        <ConsoleSection {...common} />
      </SimpleGrid>
      <GuideSection guide={data.data} />
    </>
  )
}

const aboutColumns = ['column', 'columns', 'column_policy'] as const
