/** What a process of the service says to its group. */
export type FromMember =
  | { type: 'ready'; port: number | null; lines: string[] }
  | { type: 'metrics'; id: number }
  | { type: 'enter'; id: number; name: string; most: number }
  | { type: 'leave'; name: string }
  | { type: 'own metrics'; id: number; metrics: object[] }

/** What the group says to one of its processes. */
export type ToMember =
  | { type: 'stop' }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'read metrics'; id: number }
