import { type Finding, type Kind, NAME_OF } from './chain.rules.ts'

/** Says in a sentence what was found. */
export function sentenceOf({
  wrong,
  block,
  kind,
  id,
  about,
  to,
}: Finding & { about?: string | undefined }): string {
  const entry = about === undefined ? `entry ${id}` : `entry ${id} (${about})`
  const where = `Block ${block}${kind === '' ? '' : ` (${NAME_OF[kind as Kind] ?? kind})`}`
  switch (wrong) {
    case 'altered':
      return `${where}: ${entry} was altered.`
    case 'removed':
      return `${where}: ${entry} was removed.`
    case 'added':
      return `${where}: ${entry} was added after the block was sealed.`
    case 'predated':
      return `${where}: ${entry} says that it was written before entries that were sealed earlier. It was added later, or the database’s clock was set back.`
    case 'block_altered':
      return `${where} was altered.`
    case 'block_removed':
      if (to !== undefined && to > block) return `Blocks ${block} to ${to} were removed.`
      return `${where} was removed.`
    case 'head_missing':
      return 'The head of the chain was removed.'
    case 'head_altered':
      return `The chain ends at block ${block}, and the secret key does not prove that: somebody without the key has changed it.`
  }
}
