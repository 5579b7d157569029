/** The program and its version, or what is missing. */
export function findServer(name: string): {
  program?: string
  version?: string
  missing?: string
}
/** What `--on` takes. */
export const servers: Record<string, { what: string }>
