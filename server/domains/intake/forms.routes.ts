import { boardFormOperations, pageFormOperations } from '../../../contract/forms.ts'
import type { Http } from '../../platform/http/http.ts'
import { createForm, getForm, listForms, removeForm, updateForm } from './forms/forms.ts'

export interface FormOptions {
  /** Can be a getter: a port that the system chooses is known only once the server listens. */
  publicUrl: string
}

export function bindForms({ bind }: Http, options: FormOptions): void {
  for (const op of [boardFormOperations, pageFormOperations]) {
    bind(op.listForms, ({ actor, params, query }, tx) =>
      listForms(tx, actor, options.publicUrl, params, query),
    )
    bind(op.createForm, async ({ actor, params, body }, tx) => ({
      data: await createForm(tx, actor, options.publicUrl, params, body),
    }))
    bind(op.getForm, async ({ actor, params }, tx) => ({
      data: await getForm(tx, actor, options.publicUrl, params),
    }))
    bind(op.updateForm, async ({ actor, params, body }, tx) => ({
      data: await updateForm(tx, actor, options.publicUrl, params, body),
    }))
    bind(op.removeForm, ({ actor, params }, tx) => removeForm(tx, actor, params))
  }
}
