import { once } from 'node:events'
import { startThread } from '../../../../platform/jobs/threads.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { Turns } from '../../../../platform/sharing/turns.ts'
import { cleanHtml, type Pictures } from '../../threads/sanitize.rules.ts'

export interface HtmlJob {
  html: string
  pictures: [cid: string, url: string][]
}

const THREAD = new URL('./html-thread.ts', import.meta.url)
/** Up to here, cleaning takes some milliseconds at worst, and a thread costs more. */
const SHORT_CHARS = 10_000
const HEAP_MIB = 256

/** One at a time, since other requests need the processor too. A server that has to wait too long sends the email again. */
const turns = new Turns({
  atOnce: 1,
  mostWaiting: 128,
  mostWaitMs: 30_000,
  refuse: () => new Refusal('overloaded', 'too_much_email', {}, { retryAfter: 30 }),
})

/**
 * Cleans the HTML of an email. Anybody can send some that takes seconds, so that is done in a thread of its own.
 *
 * @param holder the workspace that the email is for.
 * @throws Refusal overloaded.
 */
export async function cleanAside(
  html: string,
  pictures: Pictures,
  holder: string,
): Promise<string> {
  if (html.length <= SHORT_CHARS) return cleanHtml(html, pictures)
  const clean = () => inThread({ html, pictures: [...pictures] })
  return turns.take(holder, clean)
}

async function inThread(job: HtmlJob): Promise<string> {
  const thread = startThread(THREAD, 'html', job, HEAP_MIB)
  try {
    const [cleaned] = await once(thread, 'message')
    return cleaned
  } finally {
    await thread.terminate()
  }
}
