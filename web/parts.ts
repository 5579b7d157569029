import { lazyRouteComponent } from '@tanstack/react-router'

/** A part of the app that could not be loaded: the service is away, or a newer version has other parts. */
class PartMissing extends Error {
  override name = 'PartMissing'
}

/** What browsers say when a dialog's file, which the page loads itself, is missing. */
const MISSING = /dynamically imported module|module script failed/i

export const isPartMissing = (error: unknown): boolean =>
  error instanceof PartMissing || (error instanceof TypeError && MISSING.test(error.message))

/**
 * A page, loaded when somebody goes there. If one cannot be loaded, the router alone would reload everything and show
 * nothing.
 */
export function page<M extends Record<N, (props: object) => unknown>, N extends string>(
  load: () => Promise<M>,
  name: N,
) {
  const loadOrTell = () =>
    load().catch((): never => {
      throw new PartMissing('A part of the app could not be loaded.')
    })
  return lazyRouteComponent(loadOrTell, name)
}
