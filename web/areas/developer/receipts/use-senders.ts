import { useAnswer } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'

/**
 * The keys, forms, email addresses and hooks of a board or page by name, as `key:<id>`, `form:<id>`, `address:<id>` and
 * `hook:<id>`. Keys have names only for people who can list them.
 */
export function useSenders(key: string) {
  const asked = { params: { key }, query: { limit: 1000 } }
  const keys = useAnswer('definitions.listKeys', asked, { enabled: useMay('admin') })
  const forms = useAnswer('definitions.listForms', asked)
  const ofKeys = (keys.data?.data ?? []).map(({ id, name, lastFour }) => ({
    value: `key:${id}`,
    label: `${name} (…${lastFour})`,
  }))
  const ofForms = (forms.data?.data ?? []).map(({ id, name }) => ({
    value: `form:${id}`,
    label: name,
  }))
  const addresses = useAnswer('definitions.listAddresses', {
    params: { key },
    query: { limit: 100 },
  })
  const ofAddresses = (addresses.data?.data ?? []).map(({ id, address }) => ({
    value: `address:${id}`,
    label: address ?? 'an email address',
  }))
  const hooks = useAnswer('definitions.listHooks', { params: { key }, query: { limit: 100 } })
  const ofHooks = (hooks.data?.data ?? []).map(({ id, name }) => ({
    value: `hook:${id}`,
    label: name,
  }))
  // A receipt also names what was removed.
  const named = useAnswer('definitions.listSenders', { params: { key } })
  const groups = [
    { group: 'Keys', items: ofKeys },
    { group: 'Forms', items: ofForms },
    { group: 'Email addresses', items: ofAddresses },
    { group: 'Hooks', items: ofHooks },
  ]
  return {
    /** As a filter offers them. */
    options: groups.filter(({ items }) => items.length > 0),
    nameOf: (sender: string): string => {
      const all = [...ofKeys, ...ofForms, ...ofAddresses, ...ofHooks]
      const known =
        all.find(({ value }) => value === sender)?.label ??
        named.data?.data.find(({ ref }) => ref === sender)?.name
      if (sender.startsWith('form:')) return known ? `the form “${known}”` : 'a form'
      if (sender.startsWith('hook:')) return known ? `the hook “${known}”` : 'a hook'
      if (sender.startsWith('key:')) return known ?? 'a key'
      return known ?? 'an email address'
    },
  }
}
