import { useMemo } from 'react'
import { senderName } from '../../../shared/sender-names.ts'
import { useAnswer } from '../../service/api.ts'

/**
 * What the keys, forms, email addresses and hooks of a board or page are called, by how rows name them (`form:<id>`), also those
 * that are removed. Keys have names only for people who can list them.
 *
 * @param isWanted whether any will be named.
 */
export function useSenders(definitionKey: string, isWanted: boolean): ReadonlyMap<string, string> {
  const asked = { params: { key: definitionKey } }
  const { data } = useAnswer('definitions.listSenders', asked, { enabled: isWanted })
  return useMemo(
    () => new Map((data?.data ?? []).map(({ ref, kind, name }) => [ref, senderName(kind, name)])),
    [data],
  )
}

/** The name of a key, form or hook inside a sentence: `the form “Apply”`. An email address is its own name. */
export const inSentence = (name: string): string =>
  name.replace(/^(?:Key|Form|Hook)(?= “)/, (kind) => `the ${kind.toLowerCase()}`)
