import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ShownFile } from '../../../../shared/forms/fields.ts'
import * as pages from '../../../../shared/forms/pages.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { redirectOf } from './forms.rules.ts'
import { PROOF_PATH } from './proof-script.rules.ts'
import type { OpenForm } from './public-forms.ts'
import { newStamp, sealFile, sealStamp } from './stamps.ts'
import type { Again } from './submissions.ts'

type Status = 200 | 303 | 400 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 503

/** A request for a page of a form. */
export interface Asking {
  publicId: string
  embedded: boolean
  /** The address of the form, without its query. */
  path: string
  reply: FastifyReply
}

/** Sends the form to be filled in, with what was typed before. */
export function sendForm(
  { seal, maxFileBytes }: { seal: Seal; maxFileBytes: number },
  open: OpenForm,
  asking: Asking,
  { stamp = newStamp(open.form.now), typed = new Map(), ...again }: Partial<Again>,
  notice?: string,
  status: Status = 200,
) {
  const { form, asked } = open
  const files = new Map<string, ShownFile[]>()
  for (const file of again.files ?? []) {
    const shown = { ...file, token: sealFile(seal, form.id, file) }
    files.set(file.columnId, [...(files.get(file.columnId) ?? []), shown])
  }
  return send(open, asking, status, (around) =>
    pages.formPage(around, {
      title: form.title,
      intro: form.intro,
      asked,
      drafts: form.drafts,
      action: asking.path,
      stamp: sealStamp(seal, form.id, stamp),
      once: stamp.once,
      proof: again.proof ?? '',
      draft: again.draft ?? '',
      typed,
      files,
      problems: again.problems ?? new Map(),
      notice,
      script: PROOF_PATH,
      maxFileBytes,
    }),
  )
}

export function sendClosed(open: OpenForm, asking: Asking) {
  const closed = open.closed!
  const status = closed === 'limit_reached' ? 429 : 410
  if (status === 429) asking.reply.header('retry-after', 3600)
  return send(open, asking, status, (around) => pages.closedPage(around, closed))
}

/** Sends a page of a form that is known. */
export function send(
  { form, definition }: OpenForm,
  { reply, embedded }: Asking,
  status: Status,
  page: (around: pages.Around) => string,
) {
  const nonce = randomBytes(16).toString('base64')
  const around = { desk: form.desk, color: definition.color, embedded, nonce }
  const redirect = form.redirect_url === null ? undefined : redirectOf(form.redirect_url)
  return sendPage(reply, status, page(around), {
    nonce,
    framedBy: embedded ? form.origins : [],
    // Browsers apply the policy of the form also to where it is redirected.
    sendsTo: redirect === undefined ? [] : [new URL(redirect).origin],
  })
}

const nobody = (): pages.Around => ({
  desk: '',
  color: 'gray',
  embedded: false,
  nonce: randomBytes(16).toString('base64'),
})

export function sendUnknown(reply: FastifyReply) {
  const around = nobody()
  return sendPage(reply, 404, pages.unknownPage(around), around)
}

/** What the API says to a program, in words for somebody at a form. */
export function sendFailed({ code, status }: Refusal, _: FastifyRequest, reply: FastifyReply) {
  const around = nobody()
  const text =
    code === 'payload_too_large'
      ? 'The files are too large together. Go back and send fewer or smaller ones.'
      : code === 'overloaded' || code === 'request_in_progress'
        ? 'We are busy. Go back and try again in a minute.'
        : status >= 500
          ? 'Something went wrong on our side. Go back and try again in a minute.'
          : 'What was sent could not be read. Go back and try again.'
  return sendPage(reply, status as Status, pages.failedPage(around, text), around)
}

function sendPage(
  reply: FastifyReply,
  status: Status,
  html: string,
  policy: { nonce: string; framedBy?: readonly string[]; sendsTo?: readonly string[] },
) {
  const { nonce, framedBy = [], sendsTo = [] } = policy
  if (framedBy.length === 0) reply.header('x-frame-options', 'DENY')
  return reply
    .code(status)
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        `form-action ${["'self'", ...sendsTo].join(' ')}`,
        "base-uri 'none'",
        `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
      ].join('; '),
      // Each has its one-time id. A browser that goes back can show it again, with what was typed.
      'cache-control': 'private, no-cache',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

export function seeOther({ reply }: Asking, to: string) {
  return reply.code(303).headers({ location: to, 'cache-control': 'no-store' }).send()
}
