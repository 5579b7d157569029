import type { FastifyReply, FastifyRequest } from 'fastify'
import * as pages from '../../../../shared/forms/pages.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { contentTypeOf, URL_ENCODED } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { findDraft } from './drafts.ts'
import { PROOF_PATH, proofScript } from './proof-script.rules.ts'
import { type OpenForm, PublicForms } from './public-forms.ts'
import {
  type Asking,
  seeOther,
  send,
  sendClosed,
  sendFailed,
  sendForm,
  sendUnknown,
} from './sent-pages.ts'
import { submitForm } from './submissions.ts'

export interface FormPageOptions {
  db: Database
  seal: Seal
  files: FileStore
  maxFileBytes: number
  publicUrl: string
  /** How long a page must be open before it is sent; two seconds by default. */
  formLeastMs?: number | undefined
}

/** The pages of forms, for anybody who has their address. */
export function formPages(options: FormPageOptions) {
  const { db, seal, files, maxFileBytes, formLeastMs } = options
  const forms = new PublicForms(db, seal)
  const deps = { db, seal, store: files, forms, maxFileBytes, leastMs: formLeastMs }

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
    scriptPath: PROOF_PATH,
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
    if (typeof secret !== 'string' || !open.form.drafts) return sendForm(options, open, asking, {})
    const { workspace_id: workspaceId, id } = open.form
    const draft = await db.withWorkspace({ workspaceId }, (tx) => findDraft(tx, id, secret))
    if (!draft) {
      return send(open, asking, 404, (around) => pages.noDraftPage(around, asking.path))
    }
    return sendForm(options, open, asking, {
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
        return sendForm(options, open, asking, submitted.again, notices[submitted.why], 422)
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
}

const notices = {
  problems: undefined,
  nothing:
    'Nothing was filled in, so nothing has been sent. Please fill in the form and send it again.',
  outdated:
    'The page was open for a long time. Please look through your answers and send them again.',
  'no drafts': 'Your answers could not be saved for later. Please send them now.',
}
