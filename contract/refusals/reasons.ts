import { filled, type Values, type ValuesOf } from '../../shared/sentences.ts'
import { cellReasons } from './cell-refusals.ts'
import { workReasons } from './failed-work.ts'
import { fieldReasons } from './field-refusals.ts'
import type { Reason } from './reason.ts'

/** Every reason: of a cell, of any other field of a request, and of work that failed later. */
export const reasons = { ...cellReasons, ...fieldReasons, ...workReasons }

export type ReasonName = keyof typeof reasons

/** A reason, and the values that its sentence names. */
export interface Why {
  reason: ReasonName
  values: Values
}

export const why = <R extends ReasonName>(
  reason: R,
  values: ValuesOf<(typeof reasons)[R]>,
): Why => ({ reason, values })

/** Why work failed, as it is stored: its sentence, and what that is made of. */
export interface Failed extends Why {
  error: string
}

export const failed = <R extends ReasonName>(
  reason: R,
  values: ValuesOf<(typeof reasons)[R]>,
): Failed => ({ error: messageOf({ reason, values }), reason, values })

/** The reason of a stored sentence. Releases up to 0.3.0 store the sentence alone. */
export const whyOf = (error: string | null, stored: Failed | null): Partial<Why> =>
  stored?.error === error ? { reason: stored.reason, values: stored.values } : {}

export const isReason = (reason: string): reason is ReasonName => Object.hasOwn(reasons, reason)

/** For programs: `"nobody" is not an email address; send one, such as name@example.com`. */
export const messageOf = ({ reason, values }: Why): string => filled(sentenceOf(reason), values)

/** The same, with the names of the values in braces: `{sent} is not an email address; …`. */
export function sentenceOf(reason: ReasonName): string {
  const { is, send, do: remedy }: Reason = reasons[reason]
  return joined(is, send ? `send ${send}` : remedy)
}

/** For people who type: the same, with a remedy in their terms. */
export function wordsOf({ reason, values }: Why): string {
  const { is, send, type = send, do: remedy, people = {} }: Reason = reasons[reason]
  const typed = type && `type ${type}`
  return filled(joined(people.is ?? is, people.do ?? typed ?? remedy), values)
}

/** A message for programs or people, after the name of the field that it is about. */
export const about = (name: string, reason: ReasonName, text: string): string =>
  isApart(reasons[reason]) ? `${name}: ${text}` : `${name} ${text}`

const isApart = ({ is, apart = is.startsWith('{') }: Reason): boolean => apart

const joined = (wrong: string, remedy: string | undefined): string =>
  remedy === undefined ? wrong : `${wrong}; ${remedy}`
