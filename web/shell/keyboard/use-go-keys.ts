import { paths } from '../../paths.ts'
import { useHeads } from '../../service/heads.ts'
import { useMoneySight } from '../../service/session.ts'
import { type Keys, useKeys } from '../../ui/focus/use-keys.ts'
import { useGo } from '../../ui/links/use-go.ts'

/** The second key after `g`, by where it goes. */
export const goKeys: Readonly<Record<string, string>> = {
  [paths.home()]: 't',
  [paths.conversations()]: 'i',
  [paths.obligations()]: 'o',
  [paths.deals()]: 'c',
  [paths.agreements()]: 'a',
  [paths.settings()]: 's',
}

/** `g` and another key go to a page; `g` and a number to a page or board by its place in the navigation. */
export function useGoKeys(): void {
  const go = useGo()
  const sight = useMoneySight()
  const { heads = [] } = useHeads()
  const keys: Keys = {}
  for (const [to, key] of Object.entries(goKeys)) {
    if (to !== paths.deals() || sight !== 'none') keys[`g ${key}`] = () => go(to)
  }
  for (const [i, { key }] of heads.slice(0, 9).entries()) {
    keys[`g ${i + 1}`] = () => go(paths.records(key))
  }
  useKeys(keys)
}
