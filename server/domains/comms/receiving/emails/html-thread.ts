// The thread that cleans the HTML of one long email, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { cleanHtml } from '../../threads/sanitize.rules.ts'
import type { HtmlJob } from './html-cleaner.ts'

const { html, pictures } = workerData as HtmlJob
parentPort!.postMessage(cleanHtml(html, new Map(pictures)))
