export type SenderKind = 'key' | 'form' | 'address'

/** What a sender is called where it stands for who added a row: an address is its own name. */
export const senderName = (kind: SenderKind, name: string): string =>
  kind === 'address' ? name : `${kind === 'key' ? 'Key' : 'Form'} “${name}”`
