import type { ColumnType } from './column-types.ts'

/** What an email to an address of a board or page can fill, and the types of columns that take each part. */
export const typesOfParts = {
  from: ['email', 'text', 'long_text'],
  name: ['text', 'long_text'],
  subject: ['text', 'long_text'],
  body: ['long_text', 'text'],
  attachments: ['file'],
} as const satisfies Record<string, readonly ColumnType[]>

export type MailPart = keyof typeof typesOfParts

export const mailParts = Object.keys(typesOfParts) as MailPart[]

export const takesPart = (part: MailPart, type: ColumnType): boolean =>
  (typesOfParts[part] as readonly ColumnType[]).includes(type)
