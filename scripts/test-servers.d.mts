/** The program and its version, or what is missing. */
export function findServer(name: string): {
  program?: string
  version?: string
  missing?: string
}
/** The test files that cannot run on a server, each with the reason. */
export function skippedOn(name: string): Readonly<Record<string, string>>
/** What `--on` takes. */
export const servers: Record<string, { what: string }>
