import { useSyncExternalStore } from 'react'
import { randomKey } from '../../sdk/random-key.ts'
import { isReached, onReach } from './reach.ts'

/**
 * Changes that the service has not answered yet. While it is away, or when the page is left, they are kept in the browser
 * for the same person in the same workspace, so that a reload or a closed tab loses nothing.
 */
export interface Waiting {
  /** How many changes there are. */
  count: () => number
  /** All of them as text, to go on from later; `null` if nothing has to be kept. */
  written: () => string | null
}

/** Where something is kept in the browser for one person in one workspace: the beginning of its keys. */
export const placeOf = (what: 'waiting' | 'draft', workspaceId: string, crmUserId: number) =>
  `sourcebook-${what}-${workspaceId}-${crmUserId}-`

let place: string | null = null
let draftsPlace: string | null = null
const queues = new Map<string, Waiting>()
const stored = new Set<string>()
const listeners = new Set<() => void>()
/** Set when the browser has no room for all of them: leaving the page would then lose some. */
let isFull = false

const sum = (): number => [...queues.values()].reduce((all, { count }) => all + count(), 0)
let total = 0

/** Begins a queue. The returned function is called whenever the queue has changed. */
export function beginWaiting(waiting: Waiting): () => void {
  const id = randomKey()
  let isHeld = false
  return () => {
    // Long before it is stored, so that no other tab can be quicker.
    if (!isHeld && waiting.count() > 0) isHeld = hold(id)
    queues.set(id, waiting)
    if (!isReached() || stored.has(id)) store(id)
    notifyListeners()
  }
}

function notifyListeners(): void {
  for (const [id, { count }] of queues) if (count() === 0 && !stored.has(id)) queues.delete(id)
  total = sum()
  for (const listener of listeners) listener()
}

/** How many changes wait, over all boards and pages that are open here. */
export const useWaiting = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => total,
  )

function store(id: string): void {
  if (place === null) return
  const text = queues.get(id)?.written() ?? null
  if (text === null) {
    localStorage.removeItem(place + id)
    stored.delete(id)
    return
  }
  stored.add(id)
  try {
    localStorage.setItem(place + id, text)
  } catch {
    isFull = true
  }
}

const storeAll = (): void => {
  for (const id of queues.keys()) store(id)
}

/** Pages without TLS have no locks. Then two tabs may both send a queue, which its Idempotency-Keys and versions allow. */
const locks = (): LockManager | undefined => navigator.locks

/** Tells other tabs that this one sends the queue, for as long as the tab is open. */
function hold(id: string): boolean {
  if (place === null) return false
  void locks()?.request(place + id, () => new Promise(() => {}))
  return true
}

/**
 * Keeps the queues of one person in one workspace, and takes over those that no open tab sends any more.
 *
 * @param goOn goes on with a queue, which is from then on a part of another one.
 * @returns a function that ends it.
 */
export function keepWaiting(
  workspaceId: string,
  crmUserId: number,
  goOn: (text: string) => Promise<void>,
): () => void {
  const mine = placeOf('waiting', workspaceId, crmUserId)
  place = mine
  draftsPlace = placeOf('draft', workspaceId, crmUserId)
  const known = new Set<string>()
  const takeOver = (key: string | null) => {
    if (!key?.startsWith(mine) || known.has(key) || queues.has(key.slice(mine.length))) return
    known.add(key)
    const go = async () => {
      const text = localStorage.getItem(key)
      if (text === null || place !== mine) return
      await goOn(text)
      storeAll()
      localStorage.removeItem(key)
    }
    void (locks()?.request(key, go) ?? go())
  }
  const heard = ({ key, newValue }: StorageEvent) => {
    if (newValue !== null && locks()) takeOver(key)
  }
  const warn = (event: BeforeUnloadEvent) => {
    if (isFull && total > 0) event.preventDefault()
  }
  for (const key of Object.keys(localStorage)) takeOver(key)
  addEventListener('storage', heard)
  addEventListener('pagehide', storeAll)
  addEventListener('beforeunload', warn)
  const stop = onReach(() => {
    if (!isReached()) storeAll()
  })
  return () => {
    stop()
    removeEventListener('storage', heard)
    removeEventListener('pagehide', storeAll)
    removeEventListener('beforeunload', warn)
  }
}

/** Forgets all changes and drafts of this person in this workspace, because of a sign-out. */
export function forgetWaiting(): void {
  if (place === null || draftsPlace === null) return
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(place) || key.startsWith(draftsPlace)) localStorage.removeItem(key)
  }
  place = null
}
