// Makes what every start needs: the dependencies and the built app. Plain JavaScript that any Node from 18 on
// understands.
import './install.mjs'

const { buildWeb } = await import('./build-web.mjs')
try {
  buildWeb()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
