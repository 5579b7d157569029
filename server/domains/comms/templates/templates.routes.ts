import { templateOperations as op } from '../../../../contract/comms/templates.ts'
import type { Http } from '../../../platform/http/http.ts'
import { previewTemplate, previewWords } from './rendering.ts'
import * as templates from './templates.ts'

export function bindTemplates({ bind }: Http): void {
  bind(op.list, ({ actor, query }, tx) => templates.listTemplates(tx, actor, query))
  bind(op.create, async ({ actor, body }, tx) => ({
    data: await templates.createTemplate(tx, actor, body),
  }))
  bind(op.get, async ({ actor, params }, tx) => ({
    data: await templates.getTemplate(tx, actor, params.id),
  }))
  bind(op.update, async ({ actor, params, body }, tx) => ({
    data: await templates.updateTemplate(tx, actor, params.id, body),
  }))
  bind(op.remove, ({ actor, params }, tx) => templates.removeTemplate(tx, actor, params.id))
  bind(op.preview, async ({ actor, params, body }, tx) => ({
    data: await previewTemplate(tx, actor, params.id, body),
  }))
  bind(op.previewWords, async ({ actor, body }, tx) => ({
    data: await previewWords(tx, actor, body),
  }))
}
