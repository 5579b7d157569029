import { eventTypes } from '../../../contract/events/events.ts'
import type { TestService } from '../support/service/service.ts'
import { misfitsOf } from './answers.ts'

export interface PulledEvent {
  type: string
  subject: string
  data: Record<string, unknown>
}

/** Every event in the feed for the owner of the token. */
export async function pullAll(service: TestService, token: string): Promise<PulledEvent[]> {
  const events: PulledEvent[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/events?limit=1000${cursor && `&cursor=${cursor}`}`
    const { body } = await service.api('GET', path, { token })
    events.push(...body.data)
    cursor = body.nextCursor
  }
  return events
}

/** How an event differs from contract/events/events.ts. */
export function eventFaults({ type, subject, data }: PulledEvent): string[] {
  const known = eventTypes.find((one) => one.type === type)
  if (!known) return [`${type} is not in the catalogue`]
  const misfits = misfitsOf(known.data, data).map((misfit) => `${type}: data ${misfit}`)
  const fits = known.subjects.some((pattern) => subjectPattern(pattern).test(subject))
  return fits ? misfits : [...misfits, `${type}: its subject is ${subject}`]
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const placeholders: Record<string, string> = { '<id>': UUID, '<number>': '\\d+' }

const subjectPattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/<\w+>/g, (name) => placeholders[name] ?? '.+')}$`)
