import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, lazy, useState } from 'react'
import { PartMissing } from './missing-part.rules.ts'
import { untilReached } from './reach.ts'

const MOST_TRIES = 5
const PAUSE_MS = 1_000

/** Loads a part that something done earlier asks for, and so perhaps just when the service is away. */
export async function loadLater<M>(load: () => Promise<M>, tries = 1): Promise<M> {
  try {
    return await load()
  } catch (error) {
    if (tries === MOST_TRIES) throw error
    await new Promise((proceed) => setTimeout(proceed, PAUSE_MS))
    await untilReached()
    return loadLater(load, tries + 1)
  }
}

/**
 * A part that is loaded when it is first drawn, or before that with `load`. Then it is drawn at once: a part that was
 * still missing when it was first drawn is held back by React for 300 ms, however soon it comes.
 */
export function soonPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  const Late: ComponentType<P> = lazy(async () => ({ default: await loadOnce() }))
  // The first drawing stays, so that nothing starts again when the part arrives.
  const Part = (props: P) => {
    const [Drawn] = useState(() => loaded ?? Late)
    return createElement(Drawn, props)
  }
  return Object.assign(Part, { load: loadOnce })
}

/**
 * A part that is loaded when it is first drawn, once the service answers. Until then nothing is drawn in its place, and
 * the page around it stays.
 */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(() => loadLater(load).then((part) => ({ default: part })))

/** Such a part that the page can do without: if it cannot be loaded, nothing is shown in its place. */
export const laterOrNothing = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  laterOr(load, () => null)

/** Such a part, and what is drawn in its place if it cannot be loaded. */
export const laterOr = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P>,
) =>
  lazy<ComponentType<P>>(() =>
    loadLater(load).then(
      (part) => ({ default: part }),
      () => ({ default: instead }),
    ),
  )

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
