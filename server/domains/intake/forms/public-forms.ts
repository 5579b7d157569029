import { Temporal } from 'temporal-polyfill'
import { intakeActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { type Tx, withCommit } from '../../../platform/database/tx.ts'
import { SharedReads } from '../../../platform/jobs/shared-reads.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import type { Definition } from '../../records/definitions/definition.rules.ts'
import { definitionAt } from '../../records/definitions/memory.ts'
import { type Asked, askedNow, type ClosedBecause, closedBecause } from './forms.rules.ts'
import * as sql from './public-forms.sql.ts'
import { MOST_SENT, senderOf } from './spam.rules.ts'

/** A form as whoever has its address may use it. */
export interface OpenForm {
  form: sql.PublicForm
  definition: Definition
  asked: readonly Asked[]
  closed: ClosedBecause | null
}

/** What changes with the version only. */
interface Known {
  workspaceId: string
  formId: string
  version: string
  definition: Definition
  asked: readonly Asked[]
}

/** Finds forms by their addresses, before their workspace is known. */
export class PublicForms {
  readonly #db: Database
  readonly #seal: Seal
  /** By the form's address: what it asks, as of a version. */
  readonly #known = new Memory<Known>({ most: 2_000 })
  readonly #shared: SharedReads<undefined, OpenForm | undefined>

  constructor(db: Database, seal: Seal) {
    this.#db = db
    this.#seal = seal
    this.#shared = new SharedReads((_, publicId) => this.#find(publicId))
  }

  /** The form at an address; undefined if there is none. People who ask at once share the answer. */
  async find(publicId: string): Promise<OpenForm | undefined> {
    return isPublicId(publicId) ? this.#shared.ask(publicId, undefined) : undefined
  }

  async #find(publicId: string): Promise<OpenForm | undefined> {
    const known = this.#known.get(publicId)
    if (known) {
      const { workspaceId, formId } = known
      const form = await this.#db.withWorkspace({ workspaceId }, async (tx) =>
        withCommit(sql.findPublicForm(tx, formId)),
      )
      if (!form) return undefined
      if (form.version === known.version) return openForm(form, known)
    }
    return this.#db.withDirectory((tx) => this.findIn(tx, publicId))
  }

  /** The form at an address, in a transaction that does not know the workspace yet, or knows that it is this one. */
  async findIn(tx: Tx, publicId: string): Promise<OpenForm | undefined> {
    const form = await ask(tx, publicId)
    const known = form && (await this.#knownOf(tx, publicId, form))
    return known && openForm(form, known)
  }

  async #knownOf(tx: Tx, publicId: string, form: sql.PublicForm): Promise<Known | undefined> {
    const { version } = form
    const before = this.#known.get(publicId)
    if (before?.version === version) return before
    const definition = await definitionAt(tx, {
      id: form.definition_id,
      version: form.definition_version,
    })
    if (!definition) return undefined
    const known = {
      workspaceId: form.workspace_id,
      formId: form.id,
      version,
      definition,
      asked: askedNow(definition, form).asked,
    }
    this.#known.keep(publicId, known)
    return known
  }

  /** Counts something that somebody sends. @returns after how many seconds it can be sent; undefined if it may be now. */
  async admit({ form }: OpenForm, address: string): Promise<number | undefined> {
    const { inAll, perSender, wait } = await this.#db.withWorkspace(
      { workspaceId: form.workspace_id },
      (tx) => sql.countSent(tx, form.id, this.sender(form.id, address)),
    )
    return perSender > MOST_SENT.perSender || inAll > MOST_SENT.inAll ? wait : undefined
  }

  /** What stands for an address in the database, which nobody can read it from. */
  sender(formId: string, address: string): Buffer {
    return this.#seal.mark(`${formId} ${senderOf(address)}`)
  }
}

async function ask(tx: Tx, publicId: string): Promise<sql.PublicForm | undefined> {
  const link = await sql.findFormLink(tx, publicId)
  if (!link) return undefined
  tx.bind(link.workspaceId)
  return sql.findPublicForm(tx, link.formId)
}

function openForm(form: sql.PublicForm, { definition, asked }: Known): OpenForm {
  const isToday = form.limit_per_day !== null && form.last_day === dayOf(form.now, definition)
  const closed = closedBecause(definition, {
    ...form,
    sent_today: isToday ? (form.last_sent ?? 0) : 0,
  })
  return { form, definition, asked, closed }
}

const isPublicId = (text: string): boolean => /^[\w-]{16}$/.test(text)

const dayOf = (now: Date, { locale }: Definition): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(locale.timeZone)
    .toPlainDate()
    .toString()

/** The form as whoever writes its rows. */
export const actorOf = ({ form, definition }: OpenForm) =>
  intakeActor({
    workspaceId: form.workspace_id,
    definitionId: definition.id,
    family: definition.kind,
    through: 'form',
    id: form.id,
  })
