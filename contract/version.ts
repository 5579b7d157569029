import manifest from '../package.json' with { type: 'json' }

/** Of this release; package.json says it, and nothing else does. */
export const VERSION: string = manifest.version
