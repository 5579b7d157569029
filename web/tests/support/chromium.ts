import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const packed = createRequire(import.meta.url).resolve('@sparticuz/chromium')
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
const installed = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** Whether the browser of the dependencies runs here, which draws the same everywhere: it brings its libraries and fonts. */
export const isBundled =
  !process.env.CHROMIUM_PATH && process.platform === 'linux' && process.arch === 'x64'

/**
 * Launches a browser that ends with this process. Playwright would close it first on SIGTERM, which may take longer than
 * vitest waits before it kills the process; then the browser's folders stay. On `exit` it kills it, and removes them at once.
 */
export async function launch(): Promise<Browser> {
  process.once('SIGTERM', () => process.exit(TERMINATED))
  return chromium.launch({ ...(await launchOptions()), handleSIGTERM: false })
}

/** 128 and the number of SIGTERM, as shells have it. */
const TERMINATED = 143

/**
 * How to launch a browser on this machine: the one that comes with the dependencies and needs nothing installed, or an
 * installed Chrome or Chromium if that does not run here.
 * @throws Error if there is none; it says what to install.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH }
  if (isBundled) return bundled()
  if (process.platform !== 'linux') return { channel: 'chrome' }
  const paths = (process.env.PATH ?? '').split(delimiter)
  const path = installed
    .flatMap((name) => paths.map((folder) => join(folder, name)))
    .find(existsSync)
  if (path !== undefined) return { executablePath: path, args: ['--no-sandbox'] }
  throw new Error(
    `No browser comes with the dependencies for ${process.platform}-${process.arch}. ` +
      'Install Chrome or Chromium, or set CHROMIUM_PATH to one.',
  )
}

async function bundled(): Promise<LaunchOptions> {
  const home = await unpacked()
  return {
    executablePath: join(home, 'chromium'),
    // The tests may run as root, and a container's /dev/shm may be small.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: {
      ...process.env,
      // Its own libraries and fonts: the same on every machine.
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: home,
      HOME: home,
    },
  }
}

/**
 * The directory of the unpacked browser. It is unpacked under another name and then renamed, because several processes
 * may need it at once.
 */
async function unpacked(): Promise<string> {
  const { version } = createRequire(packed)('../../package.json') as { version: string }
  const home = join(cache, `chromium-${version}`)
  if (existsSync(home)) return home
  await mkdir(cache, { recursive: true })
  const made = await mkdtemp(`${home}-`)
  try {
    await unpackInto(made)
    await writeFile(join(made, 'fonts.conf'), FONTS)
    await rename(made, home)
  } catch (error) {
    if (!existsSync(home)) throw error
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return home
}

/**
 * Unpacks in a process of its own, because the package unpacks to the system's temporary directory and is controlled by
 * environment variables.
 */
async function unpackInto(folder: string): Promise<void> {
  const code = `
    const { default: chromium } = await import(${JSON.stringify(pathToFileURL(packed).href)})
    await chromium.executablePath()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    // In this environment, the package also unpacks libraries that a bare system does not have.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('close', resolve))
  const output = await text(child.stderr)
  if ((await exited) !== 0) throw new Error(`${dirname(packed)} could not be unpacked: ${output}`)
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
