import { Button, Select, SimpleGrid, Skeleton } from '@mantine/core'
import { usePages } from '../../../service/api.ts'
import { useMay, usePeople } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconHistory, IconRefresh } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { useDefinitionNames } from '../../../ui/records/definition-names.ts'
import { EventList } from './event-list.tsx'
import { topics } from './event-words.rules.ts'

type Search = { types?: string; actor?: string; definition?: string }

/** What the feed takes for somebody who was chosen: a person with their tokens and their seat, or what else does things. */
const whoOf = (actor: string) => {
  const [kind, id] = actor.split(':')
  return kind === 'user' ? { person: Number(id) } : { actor }
}

export function AuditSettings() {
  const [{ types, actor, definition }, change] = useSearchState<Search>()
  const events = usePages('feeds.pull', {
    query: {
      order: 'newest',
      limit: 50,
      ...(types ? { types } : {}),
      ...(actor ? whoOf(actor) : {}),
      ...(definition ? { definition } : {}),
    },
  })
  const { definitions } = useDefinitionNames()
  const { seats } = usePeople()
  const hearsAll = useMay('admin')
  const isFiltered = types ?? actor ?? definition
  const filter = (part: Record<keyof Search, string | undefined> | Partial<Search>) =>
    change(part as Search)
  return (
    <>
      <PageHeader
        title="Audit log"
        description={
          hearsAll
            ? 'Everything people, keys and the service did, newest first. Entries never change.'
            : 'What people, keys and the service did, newest first. You see only what you have access to.'
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={events.isRefetching}
            onClick={() => events.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Select
          label="About"
          placeholder="Everything"
          data={[...topics]}
          value={types ?? null}
          onChange={(value) => filter({ types: value ?? undefined } as Search)}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the subject' }}
        />
        <Select
          label="Who"
          placeholder="Anyone"
          data={[
            ...seats.map(({ crmUserId, name }) => ({ value: `user:${crmUserId}`, label: name })),
            { value: 'system', label: 'The service' },
            { value: 'contact', label: 'Contacts' },
          ]}
          value={actor ?? null}
          onChange={(value) => filter({ actor: value ?? undefined } as Search)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the person' }}
        />
        <Select
          label="Board or page"
          placeholder="Any"
          data={definitions.map(({ key, name }) => ({ value: key, label: name }))}
          value={definition ?? null}
          onChange={(value) => filter({ definition: value ?? undefined } as Search)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the board or page' }}
        />
      </SimpleGrid>
      {events.error && <FailureAlert error={events.error} onRetry={events.refetch} />}
      {events.isPending && <Skeleton height={300} />}
      {events.data && events.items.length === 0 && !events.hasNextPage && (
        <EmptyState icon={IconHistory} title="No entries">
          {isFiltered
            ? 'Clear a filter to see more.'
            : 'What people do in this workspace appears here.'}
        </EmptyState>
      )}
      <EventList events={events.items} />
      <More of={events}>Load more</More>
    </>
  )
}
