/** Where the Node lies that npm installed for this platform; null if none did. */
export function bundledNode(): string | null
/** How the service is run. */
export const FLAGS: readonly string[]
