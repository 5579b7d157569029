import { useAnswer } from '../../service/api.ts'
import { usePeople } from '../../service/session.ts'

/** Whether an actor is an access token. */
export const isToken = (actor: string): boolean => actor.startsWith('token:')

/**
 * What access tokens are called where they stand for who did something, such as `Zapier for Ann`.
 *
 * @param actors those that will be named; names are asked for if a token is among them.
 */
export function useTokenNames(actors: readonly (string | null | undefined)[]) {
  const { nameOf } = usePeople()
  const isWanted = actors.some((actor) => actor && isToken(actor))
  const asked = { query: { limit: 1000 } }
  const { data } = useAnswer('workspace.listTokenNames', asked, { enabled: isWanted })
  return (actor: string): string | undefined => {
    const token = data?.data.find(({ id }) => actor === `token:${id}`)
    return token && `${token.name} for ${nameOf(token.crmUserId)}`
  }
}

/** Names people and access tokens; anything else has no name here. */
export function useDoerNames(actors: readonly (string | null | undefined)[]) {
  const { nameOf } = usePeople()
  const tokenName = useTokenNames(actors)
  return (actor: string): string | undefined => {
    if (isToken(actor)) return tokenName(actor) ?? 'an access token'
    const [, person] = /^user:(\d+)$/.exec(actor) ?? []
    return person ? nameOf(Number(person)) : undefined
  }
}
