import { useAnswer } from '../../../api.ts'
import { useMay, usePeople } from '../../../session.ts'

/**
 * The name of an actor: a person, a key or a form. Keys have names only for people who can list them.
 *
 * @param actors those that will be named: keys and forms are only requested if there is one among them.
 */
export function useActorName(
  definitionKey: string,
  actors: readonly (string | null)[],
): (actor: string) => string {
  const { nameOf } = usePeople()
  const isAdmin = useMay('admin')
  const asked = { params: { key: definitionKey }, query: { limit: 1000 } }
  const some = (kind: string) => actors.some((actor) => actor?.startsWith(`${kind}:`))
  const keys = useAnswer('definitions.listKeys', asked, { enabled: isAdmin && some('key') })
  const forms = useAnswer('definitions.listForms', asked, { enabled: some('form') })
  return (actor) => {
    const [kind, id] = actor.split(':')
    if (kind === 'user') return nameOf(Number(id))
    if (kind === 'key') {
      const key = keys.data?.data.find((each) => each.id === id)
      return key ? `the key “${key.name}”` : 'a key'
    }
    if (kind === 'form') {
      const form = forms.data?.data.find((each) => each.id === id)
      return form ? `the form “${form.name}”` : 'a form'
    }
    if (kind === 'address') return 'an email address'
    return kind === 'contact' ? 'the contact' : 'the service'
  }
}

export const isForm = (actor: string): boolean => actor.startsWith('form:')
