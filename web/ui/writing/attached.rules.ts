import { MOST_ATTACHED_BYTES, MOST_ATTACHMENTS } from '../../../shared/limits.ts'
import { sizeText } from '../values/size-text.rules.ts'

/**
 * Why a file is too much for a message, by the sizes of the files before it. A file that cannot be sent takes no room
 * from the next.
 */
export function faultOf(
  size: number,
  taken: readonly number[],
  medium: keyof typeof MOST_ATTACHED_BYTES,
): string | undefined {
  const most = MOST_ATTACHED_BYTES[medium]
  if (taken.length >= MOST_ATTACHMENTS) {
    return `A message can have at most ${MOST_ATTACHMENTS} files. Remove this one.`
  }
  return taken.reduce((sum, one) => sum + one, size) > most
    ? `The files of ${medium === 'text' ? 'a text' : 'an email'} can be at most ${sizeText(most)} together. Remove this one.`
    : undefined
}
