/**
 * Builds the app into web/dist if its sources have changed since the last build.
 *
 * @throws Error if the sources cannot be built; Vite's output is printed then.
 */
export function buildWeb(): void
/** The hash of what goes into the app. */
export function hashOfSources(): string
