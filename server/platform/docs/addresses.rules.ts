/** Where the service shows the reference. */
export const REFERENCE = '/docs'

/** Where it shows the guides: their front door. */
export const GUIDES = `${REFERENCE}/guides`

export const SEARCH = `${REFERENCE}/search`
export const STYLE = `${REFERENCE}/docs.css`
export const TRY_SCRIPT = `${REFERENCE}/try.js`
export const SEARCH_SCRIPT = `${REFERENCE}/search.js`
export const OPENAPI = '/v1/openapi.json'
export const ICON = '/icon.svg'

export const operationAddress = (id: string): string => `${REFERENCE}/operations/${id}`
export const schemaAddress = (name: string): string => `${REFERENCE}/schemas/${name}`
export const tagAddress = (tag: string): string => `${REFERENCE}#${tag.toLowerCase()}`
