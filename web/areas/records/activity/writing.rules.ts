/** How somebody writes about a record, or to its people. */
export const waysToWrite = ['comment', 'text', 'email', 'call'] as const
export type WayToWrite = (typeof waysToWrite)[number]

/** What a record's URL says about its composer. */
export type WritingSearch = {
  write?: WayToWrite
  to?: string | number
}
