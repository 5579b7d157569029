import { type GridModel, makeModel } from './model.ts'

/** The model of each board and page that was opened last, which goes on with its edits when the page is left. */
const models = new Map<string, GridModel>()

/**
 * The model for a grid that opens: the one that still has edits to save, or a new one, which
 * begins with the rows that were known when the page was left, and can undo what was done then.
 */
export function openModel(key: string): GridModel {
  const known = models.get(key)
  if (known && known.edits.waiting > 0) {
    known.editing.set(null)
    return known
  }
  const model = makeModel(key, known)
  models.set(key, model)
  return model
}

/** The model that edits of a board's or page's rows go through. */
export function modelOf(key: string): GridModel {
  const model = models.get(key) ?? makeModel(key)
  models.set(key, model)
  return model
}

/** Goes on with edits that were kept in the browser. */
export function goOnWith(text: string): void {
  const { definition } = JSON.parse(text) as { definition: string }
  modelOf(definition).edits.goOn(text)
}
