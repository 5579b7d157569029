/** A field of a request as people read it: `perMinute` as `per minute`, `rows[1]` as `rows 2` (they count from one). */
export const fieldName = (field: string): string =>
  field
    .replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`)
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\burl\b/, 'URL')
    .replace(/^pass$/, 'password')
