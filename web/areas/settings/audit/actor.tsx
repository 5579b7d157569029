import type { FeedEvent } from '../../../../sdk/client.ts'
import { capital } from '../../../../shared/wording.ts'
import { inSentence, useSenders } from '../../../ui/values/use-senders.ts'
import { actorName, type Names, sentTo } from './event.rules.ts'

/** Who did it, by name. Keys have names only for people who can list them. */
export function Actor({ event, names }: { event: FeedEvent; names: Names }) {
  const key = sentTo(event)
  const senders = useSenders(key ?? '', key !== undefined)
  const sender = senders.get(event.actor)
  if (sender === undefined) return actorName(event.actor, names)
  return event.actor.startsWith('address:') ? sender : capital(inSentence(sender))
}
