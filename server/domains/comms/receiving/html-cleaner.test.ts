import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import { cleanAside } from './html-cleaner.ts'

test('long HTML is cleaned while others go on, with the same result', async () => {
  const html = '<b><i>x</b></i><img src="cid:one"><script>1</script>'.repeat(1_000)
  const pictures = new Map([['one', '/v1/files/1/content']])
  let isDone = false
  const cleaning = cleanAside(html, pictures).finally(() => {
    isDone = true
  })
  await nextTurn()
  expect(isDone).toBe(false)
  expect(await cleaning).toBe(cleanHtml(html, pictures))
})
