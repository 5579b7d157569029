/** Makes a form: files and texts as they are, everything else as JSON. */
export function formOf(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    form.set(
      name,
      value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value),
    )
  }
  return form
}
