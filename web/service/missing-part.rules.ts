/** A part of the app that could not be loaded: the service is away, or a newer version has other parts. */
export class PartMissing extends Error {
  override name = 'PartMissing'
}

/** What browsers say when the script of a part that the page loads itself is missing, and Vite when its style sheet is. */
const MISSING = /dynamically imported module|module script failed|unable to preload css/i

export const isPartMissing = (error: unknown): boolean =>
  error instanceof PartMissing || (error instanceof Error && MISSING.test(error.message))
