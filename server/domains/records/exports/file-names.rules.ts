/** The header that makes a browser save the answer under this name, in any script (RFC 6266). */
export function attachment(name: string, key: string, extension: string): string {
  const kept = name
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const encoded = encodeURIComponent(`${kept.toWellFormed() || key}.${extension}`).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${key}.${extension}"; filename*=UTF-8''${encoded}`
}

/** A name that Excel accepts for a sheet: at most 31 characters, some left out, and not "history", which Excel uses. */
export function sheetName(name: string): string {
  const kept = name
    .replace(/[\s\p{Cc}\p{Cs}[\]:*?/\\\ufffe\uffff]+/gu, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/\ufffd/g, '')
    .replace(/^['\s]+|['\s]+$/g, '')
  return kept === '' || kept.toLowerCase() === 'history' ? 'Rows' : kept
}
