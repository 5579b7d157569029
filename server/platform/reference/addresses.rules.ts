/** Where the service shows the reference. */
export const REFERENCE = '/docs'

export const operationAddress = (id: string): string => `${REFERENCE}/operations/${id}`
export const schemaAddress = (name: string): string => `${REFERENCE}/schemas/${name}`
export const tagAddress = (tag: string): string => `${REFERENCE}#${tag.toLowerCase()}`
