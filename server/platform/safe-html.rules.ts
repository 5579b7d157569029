// What everything that cleans other people's HTML allows and drops.

/** Text and its structure. */
export const TEXT_TAGS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'code',
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'del',
  'ins',
  'sub',
  'sup',
  'small',
  'a',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
]

/** The text in these is not meant to be read, so it is dropped with them. */
export const UNREAD_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'title',
  'iframe',
  'object',
  'svg',
  'math',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
]

/** The attributes of a link. Only absolute addresses: a relative one leads elsewhere on every page that shows the text. */
export const linkTo = (href: string): Record<string, string> =>
  /^(?:https?:\/\/|mailto:)[^\s\0-\x1f]+$/i.test(href)
    ? { href, rel: 'noopener noreferrer nofollow' }
    : {}

const MOST_PASSES = 6

/**
 * Cleans HTML until it stays the same, since a dropped tag can change the nesting. Cleaning the result again changes
 * nothing.
 */
export function cleanUntilStable(
  html: string,
  { clean, textOf }: Record<'clean' | 'textOf', (html: string) => string>,
): string {
  let cleaned = html
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = cleaned
    cleaned = clean(before)
    if (cleaned === before) return cleaned
  }
  return textOf(cleaned)
}
