import { useAnswer } from '../../../api.ts'
import { useMay, usePeople } from '../../../session.ts'

/**
 * The name of an actor, a person or a key. Keys have names only for people who can list them.
 *
 * @param actors those that will be named: the keys are only requested if one of them is a key.
 */
export function useActorName(
  definitionKey: string,
  actors: readonly (string | null)[],
): (actor: string) => string {
  const { nameOf } = usePeople()
  const { data } = useAnswer(
    'definitions.listKeys',
    { params: { key: definitionKey }, query: { limit: 1000 } },
    { enabled: useMay('admin') && actors.some((actor) => actor?.startsWith('key:')) },
  )
  return (actor) => {
    const [kind, id] = actor.split(':')
    if (kind === 'user') return nameOf(Number(id))
    if (kind === 'key') {
      const key = data?.data.find((each) => each.id === id)
      return key ? `the key “${key.name}”` : 'a key'
    }
    if (kind === 'form') return 'a form'
    if (kind === 'address') return 'an email address'
    return kind === 'contact' ? 'the contact' : 'the service'
  }
}
