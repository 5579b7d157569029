import type { Metric } from './past-counts.rules.ts'

/** What one process of the group does. */
export type Role = 'all' | 'web' | 'worker'

/** Tells a process its role. */
export const ROLE = 'SOURCEBOOK_ROLE'
/** Tells a process that it is the first of its group: no other one serves yet. */
export const FIRST = 'SOURCEBOOK_FIRST'

/** A place in the group, as the health check tells it. */
export interface PlaceState {
  role: Role
  /** `waiting`: its process ended, and the next one starts after a pause. */
  state: 'ready' | 'starting' | 'waiting'
  /** How often a process in this place ended by itself and was replaced. */
  restarts: number
}

/** What a process of the service says to its group. */
export type FromMember =
  | { type: 'ready'; port: number | null; lines: string[] }
  | { type: 'metrics'; id: number }
  | { type: 'places'; id: number }
  | { type: 'enter'; id: number; name: string; most: number }
  | { type: 'leave'; name: string }
  | { type: 'own metrics'; id: number | null; metrics: Metric[] }

/** What the group says to one of its processes. */
export type ToMember =
  | { type: 'stop' }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'read metrics'; id: number }
