// A page that has run the app runs it again in half of the CPU time that a new one needs: its process is there, and has
// compiled the app. So a test gives its pages back, and the next test of its file gets them, emptied.
import type { CDPSession, Page } from 'playwright-core'

/** By what cannot be changed about a page. Its service comes first. */
export type Kind = [origin: string, ...rest: unknown[]]

const used = new Map<string, { origin: string; page: Page }[]>()
const sessions = new WeakMap<Page, CDPSession>()
/** To whom a test did something that lasts as long as they do. */
const marked = new WeakSet<Page>()

/** What is open once a page is emptied. */
export const emptyUrl = (origin: string): string => `${origin}/icon.svg`

/** A page that is as if it were new, if there is one. Closes those of services that have stopped. */
export async function takePage(kind: Kind): Promise<Page | undefined> {
  for (const [key, pages] of used) {
    const old = pages.filter(({ origin }) => origin !== kind[0])
    if (old.length > 0) used.delete(key)
    for (const { page } of old) await page.context().close()
  }
  return used.get(JSON.stringify(kind))?.pop()?.page
}

/** Keeps a page for the next test, or closes it if it cannot be emptied. */
export async function givePageBack(page: Page, kind: Kind): Promise<void> {
  const context = page.context()
  const canBeEmptied = !marked.has(page) && !page.isClosed() && context.pages().length === 1
  if (!canBeEmptied || !(await isEmptied(page, kind[0]))) return context.close()
  const key = JSON.stringify(kind)
  used.set(key, [...(used.get(key) ?? []), { origin: kind[0], page }])
}

/**
 * Prepares a new page: it is closed after a test that does to it what cannot be undone. Files that earlier tests have left in
 * its cache are of no help while its connection is cut.
 */
export async function makeReusable(page: Page): Promise<void> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  sessions.set(page, session)
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    if (isOffline) await session.send('Network.clearBrowserCache')
    return setOffline(isOffline)
  }
  const own = ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders']
  const lasting: [object, string[]][] = [
    [page, own],
    [context, own.concat('newCDPSession', 'setGeolocation')],
    [page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']],
  ]
  for (const [owner, names] of lasting) {
    for (const name of names) {
      const real = Reflect.get(owner, name) as (...given: unknown[]) => unknown
      const marking = (...given: unknown[]) => {
        marked.add(page)
        return Reflect.apply(real, owner, given)
      }
      Reflect.set(owner, name, marking)
    }
  }
}

const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const

/** Ends what runs in it, and forgets what it keeps for its user. Only the app’s files stay in its cache. */
async function isEmptied(page: Page, origin: string): Promise<boolean> {
  const context = page.context()
  for (const event of HEARD) {
    page.removeAllListeners(event)
    context.removeAllListeners(event)
  }
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.goto(emptyUrl(origin))
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    await context.clearCookies()
    await context.clearPermissions()
    // Nothing is pointed at.
    await page.mouse.move(-1, -1)
    await sessions.get(page)!.send('Page.resetNavigationHistory')
    return true
  } catch {
    // The service has stopped, for one.
    return false
  }
}
