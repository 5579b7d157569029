import manifest from '../../package.json' with { type: 'json' }

/** The version of this release. Only package.json states it. */
export const VERSION: string = manifest.version
