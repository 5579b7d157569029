import { lazyRouteComponent } from '@tanstack/react-router'

/** A part of the app that did not come: the service is away, or a newer version of it has other parts. */
class PartMissing extends Error {
  override name = 'PartMissing'
}

/** How browsers put it, of a dialog that a page loads itself. */
const MISSING = /dynamically imported module|module script failed/i

export const isPartMissing = (error: unknown): boolean =>
  error instanceof PartMissing || (error instanceof TypeError && MISSING.test(error.message))

/** A page, loaded when somebody goes there. Left to the router, one that does not come reloads everything, into nothing. */
export function page<M extends Record<N, (props: object) => unknown>, N extends string>(
  load: () => Promise<M>,
  name: N,
) {
  const loadOrTell = () =>
    load().catch((): never => {
      throw new PartMissing('A part of the app did not come.')
    })
  return lazyRouteComponent(loadOrTell, name)
}
