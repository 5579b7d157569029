import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { EventNoun, FeedEvent } from '../../sdk/client.ts'
import { api } from './api.ts'
import { askAgain } from './ask-again.ts'
import type { QueryName } from './queries.ts'
import { useSignedOut } from './signed-out.ts'

type Listener = (event: FeedEvent) => void
const listeners = new Set<Listener>()

/** What happened to a record, as its activity shows it. */
const TIMELINE: QueryName = ['definitions', 'getTimeline']

/** Which queries an event outdates, by its noun; asked again one after the other. */
const outdated: Record<EventNoun, readonly QueryName[]> = {
  board: [['definitions'], ['boards']],
  page: [['definitions']],
  rows: [['rows']],
  columns: [['definitions', 'get'], ['definitions', 'list'], ['rows']],
  column: [['definitions', 'get'], ['definitions', 'list'], ['rows']],
  // The definition comes first: a request that names a deleted column would be refused.
  column_policy: [['definitions', 'get'], ['definitions'], ['policies'], ['rows']],
  comment: [TIMELINE, ['mentions']],
  row_file: [['definitions', 'listRowFiles'], TIMELINE],
  view: [['definitions', 'listViews']],
  key: [
    ['definitions', 'listKeys'],
    ['definitions', 'listSenders'],
    ['overviews', 'getToday'],
  ],
  token: [
    ['auth', 'listTokens'],
    ['workspace', 'listTokens'],
    ['workspace', 'listTokenNames'],
  ],
  form: [
    ['definitions', 'listForms'],
    ['definitions', 'getForm'],
    ['definitions', 'listSenders'],
  ],
  address: [
    ['definitions', 'listAddresses'],
    ['definitions', 'listSenders'],
  ],
  hook: [
    ['definitions', 'listHooks'],
    ['definitions', 'listHookSamples'],
    ['definitions', 'listSenders'],
  ],
  arrival: [['definitions', 'listReceipts']],
  webhook: [['webhooks']],
  import: [
    ['definitions', 'listImports'],
    ['definitions', 'getImport'],
  ],
  // Its messages belong to the record that it is linked to.
  conversation: [['conversations'], TIMELINE],
  message: [['conversations'], TIMELINE],
  opt_out: [['optOuts']],
  template: [['templates']],
  channel: [['channels'], ['overviews', 'getToday']],
  obligation: [['obligations'], TIMELINE],
  document: [['documents']],
  deal: [['accounting'], TIMELINE],
  deal_split: [['accounting']],
  draw: [['accounting'], TIMELINE],
  agreement: [['overviews', 'getToday'], ['agreements'], TIMELINE],
  seat: [['workspace']],
  team: [['workspace']],
  workspace: [['workspace'], ['auth', 'getSession']],
  // These change nothing that a screen shows but the audit log, which hears all events by itself.
  session: [],
  password: [],
  file: [],
  export: [],
  seen_as: [],
  backup: [],
}

/** A campaign or an import causes hundreds of events. The first outdate queries at once, the others once a second. */
const PAUSE_MS = 1_000
/** What one change tells, such as that five messages were read, comes together. */
const TOGETHER_MS = 20

/** Outdates the queries of events, each noun at most once per pause. */
function outdater(queries: QueryClient) {
  const states = new Map<string, 'collects' | 'pauses' | 'pauses, with more'>()
  return function outdate({ type }: Pick<FeedEvent, 'type'>): void {
    const noun = type.split('.')[0] as EventNoun
    // A later version of the service may send others.
    if (!(noun in outdated)) return
    const state = states.get(noun)
    if (state !== undefined) {
      if (state === 'pauses') states.set(noun, 'pauses, with more')
      return
    }
    states.set(noun, 'collects')
    setTimeout(() => {
      states.set(noun, 'pauses')
      void askAgain(queries, outdated[noun])
    }, TOGETHER_MS)
    setTimeout(() => {
      const hasMore = states.get(noun) === 'pauses, with more'
      states.delete(noun)
      if (hasMore) outdate({ type })
    }, PAUSE_MS)
  }
}

/** Keeps one stream of the workspace's events open while the desk is open. Used once, in the shell. */
export function useLiveStream(): void {
  const queries = useQueryClient()
  const isSignedOut = useSignedOut()
  useEffect(() => {
    if (isSignedOut) return
    const stop = new AbortController()
    const outdate = outdater(queries)
    const follow = async () => {
      for await (const event of api.listen({}, { signal: stop.signal })) {
        outdate(event)
        for (const listener of listeners) listener(event)
      }
    }
    void follow()
      .catch(() => undefined)
      .then(() => {
        // It ended for good, perhaps because the session ended elsewhere. Asking who is signed in tells, and hides the page.
        if (!stop.signal.aborted) void askAgain(queries, [['auth', 'getSession']])
      })
    return () => stop.abort()
  }, [queries, isSignedOut])
}

/** Calls the listener with every event of the workspace as it happens: rows of a grid, messages of a thread. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const listen: Listener = (event) => latest.current(event)
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
    }
  }, [])
}
