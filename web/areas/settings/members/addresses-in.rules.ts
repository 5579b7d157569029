const ADDRESS = /[^\s<>,;:"'()]+@[^\s<>,;:"'()]+/g

/** The email addresses in a text, as people paste them: in lines, with commas, or as `Ann Lee <ann@example.com>`. */
export const addressesIn = (text: string): string[] => [...new Set(text.match(ADDRESS) ?? [])]
