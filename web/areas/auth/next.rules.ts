/**
 * Where somebody wanted to go before signing in: always a path of the app's own, whatever the link says.
 *
 * @param signIn the page they come from, which they need not see again
 */
export function nextPath(next: unknown, origin: string, signIn: string): string {
  const url = typeof next === 'string' ? URL.parse(next, origin) : null
  if (url?.origin !== origin || url.pathname === signIn) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
