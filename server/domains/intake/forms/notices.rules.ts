import type { Mail } from '../../../platform/system-mail.ts'

/** The email that tells somebody of new rows. It has nothing of what was sent: the link leads there. */
export function noticeMail(
  to: string,
  { form, board, count, url }: { form: string; board: string; count: number; url: string },
): Mail {
  const rows = count === 1 ? 'A new row' : `${count} new rows`
  return {
    to,
    subject: `${rows} through ${inLine(form)}`,
    text: `${rows} came to ${inLine(board)} through the form ${inLine(form)}.

${count === 1 ? 'Open it' : 'Open the last one'}:

${url}

You get this because you are named in the form. There is at most one such email every ten minutes.
`,
  }
}

/** A name on one line, so that its author cannot add lines that look like ours. */
const inLine = (name: string): string => name.replace(/\s+/g, ' ').trim()
