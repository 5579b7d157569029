// The service for `npm run dev`, in a group of one process: when a file was saved, the next one takes over once it is ready.
import { fileURLToPath } from 'node:url'
import { runGroup } from '../server/commands/start.ts'

// The group runs this command again for each process.
process.argv.splice(
  1,
  Infinity,
  fileURLToPath(new URL('../bin/sourcebook.mjs', import.meta.url)),
  'start',
)

/** Saved since a process last became ready. */
const saved = new Set<string>()

await runGroup(['all'], (group) => {
  console.log(
    `While you develop, open ${process.env.APP_URL}: pages there reload when you save a file.`,
  )
  console.log('At the address above, the app is as it was last built.')
  process.on('message', async (paths: string[]) => {
    for (const path of paths) saved.add(path)
    const taken = [...saved]
    if (await group.roll()) for (const one of taken) saved.delete(one)
    else console.log(`The service runs as it was before you saved ${taken.join(', ')}.`)
  })
})
