/** A field of a form as JSON; undefined if it is none, which the caller refuses. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
