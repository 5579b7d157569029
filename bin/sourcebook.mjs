#!/usr/bin/env node
// Starts the server under a Node that can run it: this one if it can, else the one that npm installed for this
// platform. Plain JavaScript that any Node from 18 on understands.
import { spawn } from 'node:child_process'
import crypto from 'node:crypto'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { bundledNode, FLAGS, OLDEST } from '../scripts/bundled-node.mjs'

if (process.features.typescript && crypto.argon2 && crypto.randomUUIDv7) {
  // What was compiled at an earlier start is not compiled again: a third of the time until it is ready.
  module.enableCompileCache(path('../node_modules/.cache/compile'))
  await import('../server/main.ts')
} else {
  runBundled()
}

function runBundled() {
  const node = bundledNode()
  if (node === process.execPath) {
    fail(
      `Sourcebook needs TypeScript support, which NODE_OPTIONS (${process.env.NODE_OPTIONS}) turns off.`,
    )
    return
  }
  if (node === null) {
    fail(
      `Sourcebook needs Node ${OLDEST} or later; this is Node ${process.version}, and none came with the installation` +
        ` for ${process.platform}-${process.arch}.\nRun "npm ci" in ${path('..')} (optional dependencies` +
        ' included), or install Node 24.',
    )
    return
  }
  // Over the fourth descriptor the child learns of this process's end, even by SIGKILL.
  const child = spawn(node, [...FLAGS, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => {
    fail(
      `The bundled Node (${node}) cannot be run here: ${error.message}.\nInstall Node ${OLDEST} or later.`,
    )
  })
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
