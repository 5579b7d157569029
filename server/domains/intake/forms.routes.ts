import { formOperations } from '../../../contract/intake/forms.ts'
import type { Http } from '../../platform/http/http.ts'
import { createForm, getForm, listForms, removeForm, updateForm } from './forms/forms.ts'
import { type FormPageOptions, formPages } from './forms/pages.ts'

export interface FormOptions {
  /** Can be a getter: a port that the system chooses is known only once the server listens. */
  publicUrl: string
}

export function bindForms({ bindBoth }: Http, options: FormOptions): void {
  bindBoth(formOperations, {
    listForms: ({ actor, params, query }, tx) =>
      listForms(tx, actor, options.publicUrl, params, query),
    createForm: async ({ actor, params, body }, tx) => ({
      data: await createForm(tx, actor, options.publicUrl, params, body),
    }),
    getForm: async ({ actor, params }, tx) => ({
      data: await getForm(tx, actor, options.publicUrl, params),
    }),
    updateForm: async ({ actor, params, body }, tx) => ({
      data: await updateForm(tx, actor, options.publicUrl, params, body),
    }),
    removeForm: ({ actor, params }, tx) => removeForm(tx, actor, params),
  })
}

/** The pages of forms are no operations of the API: browsers open and send them. */
export function bindFormPages({ bindPage }: Http, options: FormPageOptions): void {
  const pages = formPages(options)
  bindPage('GET', pages.scriptPath, { name: 'form_script' }, pages.script, pages.fail)
  for (const embedded of [false, true]) {
    const path = embedded ? '/f/:publicId/embed' : '/f/:publicId'
    const name = embedded ? 'form_embed' : 'form'
    bindPage('GET', path, { name: `${name}_page` }, pages.show(embedded), pages.fail)
    bindPage('POST', path, { name: `${name}_send`, form: true }, pages.take(embedded), pages.fail)
    bindPage('GET', `${path}/thanks`, { name: `${name}_thanks` }, pages.thank(embedded), pages.fail)
    bindPage('GET', `${path}/saved`, { name: `${name}_saved` }, pages.saved(embedded), pages.fail)
  }
}
