#!/usr/bin/env node
// Starts the server under a Node that can run it: the one that SOURCEBOOK_NODE names, or else this one if it can, or else the
// one that npm installed for this platform. Plain JavaScript that any Node from 18 on understands.
import { spawn } from 'node:child_process'
import crypto from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import module from 'node:module'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode, FLAGS, OLDEST } from '../scripts/bundled-node.mjs'

const { SOURCEBOOK_NODE: named, SOURCEBOOK_UNDER: under } = process.env

if (named && named !== under) {
  runUnder(named)
} else if (process.features.typescript && crypto.argon2 && crypto.randomUUIDv7) {
  // What was compiled at an earlier start is not compiled again: a third of the time until it is ready.
  module.enableCompileCache(path('../node_modules/.cache/compile'))
  await import('../server/main.ts')
} else if (named) {
  fail(
    `Sourcebook needs Node ${OLDEST} or later; SOURCEBOOK_NODE (${named}) is Node ${process.version}.`,
  )
} else {
  runBundled()
}

function runBundled() {
  const node = bundledNode()
  if (node === process.execPath) {
    fail(
      `Sourcebook needs TypeScript support, which NODE_OPTIONS (${process.env.NODE_OPTIONS}) turns off.`,
    )
  } else if (node === null) {
    fail(
      `Sourcebook needs Node ${OLDEST} or later; this is Node ${process.version}, and none came with the installation` +
        ` for ${process.platform}-${process.arch}.\nRun "npm ci" in ${path('..')} (optional dependencies` +
        ' included), or install Node 24.',
    )
  } else runUnder(node)
}

/** In place of this process where Node can do that, or else beside it. */
function runUnder(node) {
  const args = [...FLAGS, ...process.argv.slice(1)]
  // A named Node that is a script, which starts another one, is not asked again.
  const env = named ? { ...process.env, SOURCEBOOK_UNDER: named } : process.env
  const cannot = (problem) =>
    fail(
      `${named ? 'SOURCEBOOK_NODE' : 'The bundled Node'} (${node}) cannot be run here: ${problem}.\n` +
        (named
          ? `Set it to the path of a Node ${OLDEST} or later.`
          : `Install Node ${OLDEST} or later.`),
    )
  if (process.execve && !process.channel && isAbsolute(node)) {
    // One that cannot be run would end this process with a stack.
    try {
      accessSync(node, constants.X_OK)
    } catch (error) {
      return cannot(error.message)
    }
    process.execve(node, [node, ...args], env)
  }
  // Over the fourth descriptor the child learns of this process's end, even by SIGKILL.
  const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  child.on('error', ({ message }) => cannot(message))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C has reached the child as well; twice would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function path(relative) {
  return fileURLToPath(new URL(relative, import.meta.url))
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
