import { usePeople } from '../../../service/session.ts'
import { inSentence, useSenders } from '../../../ui/values/use-senders.ts'
import { isToken } from '../../../ui/values/use-token-names.ts'

/**
 * The name of an actor as a part of a sentence: a person, a key, a form, an email address, a hook or an access token.
 *
 * @param actors those that will be named.
 */
export function useActorName(
  definitionKey: string,
  actors: readonly (string | null)[],
): (actor: string) => string {
  const { nameOf } = usePeople()
  const senders = useSenders(
    definitionKey,
    actors.some((actor) => actor !== null && (isSender(actor) || isToken(actor))),
  )
  return (actor) => {
    const [kind, id] = actor.split(':')
    if (kind === 'user') return nameOf(Number(id))
    const name = senders.get(actor)
    if (kind === 'key' || kind === 'form' || kind === 'hook')
      return name ? inSentence(name) : `a ${kind}`
    if (kind === 'address') return name ?? 'an email address'
    if (kind === 'token') return name ?? 'an access token'
    return kind === 'contact' ? 'the contact' : 'the service'
  }
}

/** Whether it leaves receipts. */
export const isSender = (actor: string): boolean => /^key:/.test(actor) || isIntake(actor)

/** Whether a row came in by itself, through a form, an email address or a hook. */
export const isIntake = (actor: string): boolean => /^(?:form|address|hook):/.test(actor)
