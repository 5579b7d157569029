import { useMemo } from 'react'
import { type SenderKind, senderName } from '../../../shared/sender-names.ts'
import { useAnswer } from '../../api.ts'
import { useMay } from '../../session.ts'

/**
 * What the keys, forms and email addresses of a board or page are called, by how rows name them (`form:<id>`). Keys have
 * names only for people who can list them.
 *
 * @param isWanted of which kinds any will be named: only those are requested.
 */
export function useSenders(
  definitionKey: string,
  isWanted: (kind: SenderKind) => boolean,
): ReadonlyMap<string, string> {
  const asked = { params: { key: definitionKey }, query: { limit: 1000 } }
  const mayListKeys = useMay('admin')
  const keys = useAnswer('definitions.listKeys', asked, { enabled: mayListKeys && isWanted('key') })
  const forms = useAnswer('definitions.listForms', asked, { enabled: isWanted('form') })
  const addresses = useAnswer('definitions.listAddresses', asked, { enabled: isWanted('address') })
  return useMemo(
    () =>
      new Map(
        [
          ...(keys.data?.data ?? []).map(
            ({ id, name }) => [`key:${id}`, senderName('key', name)] as const,
          ),
          ...(forms.data?.data ?? []).map(
            ({ id, name }) => [`form:${id}`, senderName('form', name)] as const,
          ),
          ...(addresses.data?.data ?? []).map(
            ({ id, address }) => [`address:${id}`, senderName('address', address ?? '')] as const,
          ),
        ].filter(([, name]) => name !== ''),
      ),
    [keys.data, forms.data, addresses.data],
  )
}
