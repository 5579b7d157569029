/**
 * Where someone who signed in wanted to go: a path of the app's own, whatever a link made of it.
 *
 * @param signIn the page that they come from, and need not see again
 */
export function nextPath(next: unknown, origin: string, signIn: string): string {
  const url = typeof next === 'string' ? URL.parse(next, origin) : null
  if (url?.origin !== origin || url.pathname === signIn) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
