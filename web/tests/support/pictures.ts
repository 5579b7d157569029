import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { isStream } from './fixed-time.ts'
import { settled } from './settled.ts'

const kept = fileURLToPath(new URL('../pictures', import.meta.url))
const inGuides = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))
const different = join(tmpdir(), 'sourcebook-pictures')
const isRenewing = process.env.PICTURES === 'renew'

/** More than the edges of a few letters, and less than what a word leaves when it moves. */
const MOST_PIXELS = 40

/** After how many pictures that are the same a page counts as drawn. */
const STILL = 3

/** Playwright's own comparison, which ignores the smoothing of edges. The package has no types for these. */
const load = createRequire(import.meta.url)
const { utils } = load('playwright-core/lib/coreBundle') as {
  utils: {
    getComparator(
      type: 'image/png',
    ): (
      actual: Buffer,
      expected: Buffer,
      options: { maxDiffPixels: number },
    ) => { errorMessage: string; diff: Buffer } | null
  }
}
const { PNG } = load('playwright-core/lib/utilsBundle') as {
  PNG: { sync: { read(png: Buffer): object; write(picture: object, options: object): Buffer } }
}
const compare = utils.getComparator('image/png')

/** The page in light and dark must look like the kept pictures, or become them. */
export async function expectPictures(page: Page, name: string): Promise<void> {
  await expectSchemes(
    page,
    (['light', 'dark'] as const).map((scheme) => [scheme, join(kept, `${name}-${scheme}.png`)]),
  )
}

/** The page in light must look like a picture of the guides, or become it. */
export async function expectGuidePicture(page: Page, name: string): Promise<void> {
  await expectSchemes(page, [['light', join(inGuides, `${name}.png`)]])
}

async function expectSchemes(
  page: Page,
  pictures: [scheme: 'light' | 'dark', path: string][],
): Promise<void> {
  const isQuiet = watchRequests(page)
  await settled(page)
  const problems: string[] = []
  for (const [colorScheme, path] of pictures) {
    await page.emulateMedia({ colorScheme })
    const problem = await check(page, path, isQuiet)
    if (problem) problems.push(problem)
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

async function check(page: Page, path: string, isQuiet: () => boolean): Promise<string | null> {
  const name = basename(path, '.png')
  const expected = isRenewing ? null : await readFile(path)
  let before: Buffer | undefined
  let same = 0
  // It may still be drawing. What stays the same while nothing is asked for is the result.
  for (;;) {
    const actual = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const result = expected && compare(actual, expected, { maxDiffPixels: MOST_PIXELS })
    if (expected && !result) return null
    same = before?.equals(actual) && isQuiet() ? same + 1 : 0
    before = actual
    if (same < STILL) continue
    if (!result) {
      await writeFile(path, small(actual))
      return null
    }
    await mkdir(different, { recursive: true })
    const left = join(different, name)
    await writeFile(`${left}.png`, actual)
    await writeFile(`${left}-difference.png`, result.diff)
    return `${name}: ${result.errorMessage} See ${left}-difference.png`
  }
}

const small = (png: Buffer): Buffer =>
  PNG.sync.write(PNG.sync.read(png), {
    colorType: 2,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  })

/** Whether everything is there that the page asked for from now on. */
function watchRequests(page: Page): () => boolean {
  const open = new Set<object>()
  page.on('request', (request) => {
    if (!isStream(request)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size === 0
}
