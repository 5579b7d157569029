import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ShownFile } from '../../../../shared/forms/fields.ts'
import * as pages from '../../../../shared/forms/pages.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { contentTypeOf, URL_ENCODED } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { findDraft } from './drafts.ts'
import { redirectOf } from './forms.rules.ts'
import { PROOF_PATH, proofScript } from './proof-script.rules.ts'
import { type OpenForm, PublicForms } from './public-forms.ts'
import { newStamp, sealFile, sealStamp } from './stamps.ts'
import { type Again, submitForm } from './submissions.ts'

export interface FormPageOptions {
  db: Database
  seal: Seal
  store: FileStore
  maxFileBytes: number
  publicUrl: string
  /** How long a page must be open before it is sent; two seconds by default. */
  leastMs?: number | undefined
}

type Status = 200 | 303 | 400 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 503

/** A request for a page of a form. */
interface Asking {
  publicId: string
  embedded: boolean
  /** The address of the form, without its query. */
  path: string
  reply: FastifyReply
}

export { PROOF_PATH } from './proof-script.rules.ts'

/** The pages of forms, for anybody who has their address. */
export function formPages(options: FormPageOptions) {
  const { db, seal, store, maxFileBytes, leastMs } = options
  const forms = new PublicForms(db, options.seal)
  const deps = { db, seal, store, forms, maxFileBytes, leastMs }

  /** Finds the form before it answers. */
  const ofForm =
    (answer: (open: OpenForm, asking: Asking, request: FastifyRequest) => unknown) =>
    (embedded: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { publicId } = request.params as { publicId: string }
      const path = embedded ? `/f/${publicId}/embed` : `/f/${publicId}`
      const open = await forms.find(publicId)
      if (!open || (embedded && open.form.origins.length === 0)) return sendUnknown(reply)
      return answer(open, { publicId, embedded, path, reply }, request)
    }

  return {
    show: ofForm(show),
    take: ofForm(take),
    thank: ofForm(thank),
    saved: ofForm(showSaved),
    script: async (_: FastifyRequest, reply: FastifyReply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable' })
        .type('text/javascript; charset=utf-8')
        .send(proofScript),
    fail: sendFailed,
  }

  async function show(open: OpenForm, asking: Asking, request: FastifyRequest) {
    if (open.closed) return sendClosed(open, asking)
    const { draft: secret } = request.query as { draft?: unknown }
    if (typeof secret !== 'string' || !open.form.drafts) return sendForm(open, asking, {})
    const { workspace_id: workspaceId, id } = open.form
    const draft = await db.withWorkspace({ workspaceId }, (tx) => findDraft(tx, id, secret))
    if (!draft) {
      return send(open, asking, 404, (around) => pages.noDraftPage(around, asking.path))
    }
    return sendForm(open, asking, {
      draft: secret,
      typed: new Map(Object.entries(draft.fields)),
      files: draft.files,
    })
  }

  async function take(open: OpenForm, asking: Asking, request: FastifyRequest) {
    const type = contentTypeOf(request)
    if (type !== URL_ENCODED && type !== 'multipart/form-data') {
      throw new Refusal('unsupported_media_type')
    }
    const wait = await forms.admit(open, request.ip ?? '')
    if (wait !== undefined) {
      asking.reply.header('retry-after', wait)
      return send(open, asking, 429, (around) => pages.tooOftenPage(around, Math.ceil(wait / 60)))
    }
    const submitted = await submitForm(deps, open, asking.publicId, request)
    switch (submitted.kind) {
      case 'sent':
        return seeOther(asking, open.form.redirect_url ?? `${asking.path}/thanks`)
      case 'saved':
        return seeOther(asking, `${asking.path}/saved?draft=${submitted.secret}`)
      case 'closed':
        return sendClosed({ ...open, closed: submitted.closed }, asking)
      case 'unknown':
        return sendUnknown(asking.reply)
      default:
        return sendForm(open, asking, submitted.again, notices[submitted.why], 422)
    }
  }

  function thank(open: OpenForm, asking: Asking) {
    return send(open, asking, 200, (around) =>
      pages.thanksPage(around, open.form.thanks, asking.path),
    )
  }

  async function showSaved(open: OpenForm, asking: Asking, request: FastifyRequest) {
    const { draft: secret } = request.query as { draft?: unknown }
    const { workspace_id: workspaceId, id } = open.form
    const draft =
      typeof secret === 'string'
        ? await db.withWorkspace({ workspaceId }, (tx) => findDraft(tx, id, secret))
        : undefined
    if (!draft) {
      return send(open, asking, 404, (around) => pages.noDraftPage(around, asking.path))
    }
    const link = `${options.publicUrl}/f/${asking.publicId}?draft=${secret}`
    const until = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'long',
      timeZone: open.definition.locale.timeZone,
    }).format(draft.expires_at)
    return send(open, asking, 200, (around) => pages.savedPage(around, link, until))
  }

  function sendForm(
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

  function sendClosed(open: OpenForm, asking: Asking) {
    const closed = open.closed!
    const status = closed === 'limit_reached' ? 429 : 410
    if (status === 429) asking.reply.header('retry-after', 3600)
    return send(open, asking, status, (around) => pages.closedPage(around, closed))
  }
}

const notices = {
  problems: undefined,
  nothing:
    'Nothing was filled in, so nothing has been sent. Please fill in the form and send it again.',
  outdated:
    'The page was open for a long time. Please look through your answers and send them again.',
  'no drafts': 'Your answers could not be saved for later. Please send them now.',
}

/** Sends a page of a form that is known. */
function send(
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

function sendUnknown(reply: FastifyReply) {
  const around = nobody()
  return sendPage(reply, 404, pages.unknownPage(around), around)
}

/** What the API says to a program, in words for somebody at a form. */
function sendFailed({ code, status }: Refusal, _: FastifyRequest, reply: FastifyReply) {
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

function seeOther({ reply }: Asking, to: string) {
  return reply.code(303).headers({ location: to, 'cache-control': 'no-store' }).send()
}
