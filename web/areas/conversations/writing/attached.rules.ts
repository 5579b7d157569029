import { MOST_ATTACHED_BYTES, MOST_ATTACHMENTS } from '../../../../shared/limits.ts'
import { sizeText } from '../../../ui/values/size-text.rules.ts'

/** Why a file cannot go out beside those that do, by their sizes; one that cannot takes no room from the next. */
export function faultOf(
  size: number,
  taken: readonly number[],
  medium: keyof typeof MOST_ATTACHED_BYTES,
): string | undefined {
  const most = MOST_ATTACHED_BYTES[medium]
  if (taken.length >= MOST_ATTACHMENTS) {
    return `A message has at most ${MOST_ATTACHMENTS} files; leave this one out.`
  }
  return taken.reduce((sum, one) => sum + one, size) > most
    ? `The files of ${medium === 'text' ? 'a text' : 'an email'} have at most ${sizeText(most)} together; leave this one out.`
    : undefined
}
