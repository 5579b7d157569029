// The thread that cleans the HTML of one long email, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../../../../platform/jobs/stand-back.ts'
import { cleanHtml } from '../../threads/sanitize.rules.ts'
import type { HtmlJob } from './html-cleaner.ts'

standBack()

const { html, pictures } = workerData as HtmlJob
parentPort!.postMessage(cleanHtml(html, new Map(pictures)))
