import type { FeedEvent } from '../../../../sdk/client.ts'
import { useAnswer } from '../../../api.ts'
import { useMay } from '../../../session.ts'
import { actorName, keyOf, type Names } from './event.rules.ts'

/** Who did it, by name. A key's name is looked up for people who may see keys. */
export function Actor({ event, names }: { event: FeedEvent; names: Names }) {
  const key = keyOf(event)
  const isAdmin = useMay('admin')
  const { data } = useAnswer(
    'definitions.listKeys',
    { params: { key: key?.definitionKey ?? '' }, query: { limit: 1000 } },
    { enabled: isAdmin && key !== undefined },
  )
  const found = data?.data.find(({ id }) => id === key?.id)
  return found ? `The key “${found.name}”` : actorName(event.actor, names)
}
