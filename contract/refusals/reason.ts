/**
 * Why something that was sent is refused. A refusal carries its reason and its values; the sentence and the remedy are
 * made from them in reasons.ts, for programs (`messageOf`) and for people who type (`wordsOf`).
 *
 * `is` says what is wrong. `send` completes "send …" for programs and "type …" for people, unless `type` has other
 * words for people. `do` is a remedy that is a sentence by itself. `people` overrides parts for people.
 *
 * The sentence continues the name of the field: `name is required`. If it has a subject of its own, a colon sets it
 * `apart` from the name. The same goes for a sentence that begins with a value.
 */
export interface Reason {
  is: string
  send?: string
  type?: string
  do?: string
  people?: { is?: string; do?: string }
  apart?: boolean
}
