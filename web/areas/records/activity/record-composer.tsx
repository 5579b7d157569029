import { SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { isTyping } from '../../../ui/focus/typing.ts'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { type Address, addressesOf } from '../../../ui/records/addresses.rules.ts'
import { useDrafts } from '../../../ui/writing/drafts.ts'
import type { Definition, Row } from '../list/types.ts'
import classes from './activity.module.css'
import { CallForm } from './call-form.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentQueries } from './comment-queries.ts'
import { WriteMessage } from './write-message.tsx'
import { type WayToWrite, type WritingSearch, waysToWrite } from './writing.rules.ts'

const labels: Record<WayToWrite, string> = {
  comment: 'Comment',
  text: 'Text',
  email: 'Email',
  call: 'Call',
}

/** What a button or a link asked the composer for, and how many times one has. */
export interface Asked {
  way: WayToWrite | undefined
  to: string | null
  times: number
}

interface Props {
  definition: Definition
  row: Row
  asked: Asked
}

/** Writes about a record, or to its people: a comment, a text, an email, or notes of a call. */
export function RecordComposer({ definition, row, asked }: Props) {
  const [search, change] = useSearchState<WritingSearch>()
  const mayWrite = useMay('member')
  const box = useRef<HTMLDivElement>(null)
  const addresses = addressesOf(definition.columns, row.cells)
  const offered = waysToWrite.filter(
    (way) => way === 'comment' || addressesFor(way, addresses).length > 0,
  )
  const way = offered.find((one) => one === search.write) ?? 'comment'
  const to = search.to === undefined ? null : String(search.to)
  const answered = useRef(0)
  // The URL may change only after the button was pressed.
  useEffect(() => {
    if (asked.times === answered.current || asked.way !== way || asked.to !== to || !box.current) {
      return
    }
    answered.current = asked.times
    // It may be drawn only after an answer, and somebody may type elsewhere by then.
    if (isTyping()) return
    box.current.scrollIntoView({ block: 'nearest' })
    focusField(box.current)
  }, [asked, way, to])
  // A press on a way to write goes on to its field. The arrow keys stay among the ways.
  const isPressed = useRef(false)
  const [pressed, setPressed] = useState<WayToWrite | null>(null)
  useEffect(() => {
    if (pressed === null || pressed !== way || !box.current) return
    setPressed(null)
    focusField(box.current)
  }, [pressed, way])
  if (!mayWrite) return null
  const open = (next: WayToWrite) =>
    change({ write: next === 'comment' ? undefined : next, to: undefined } as WritingSearch)
  const reached = addressesFor(way, addresses)
  const known = reached.find(({ value }) => value === to) ?? reached[0]
  return (
    <div ref={box} className={classes.writing}>
      {offered.length > 1 && (
        <SegmentedControl
          aria-label="What to write"
          size="xs"
          mb={8}
          value={way}
          onPointerDown={() => {
            isPressed.current = true
          }}
          onKeyDown={() => {
            isPressed.current = false
          }}
          onChange={(next) => {
            open(next as WayToWrite)
            if (isPressed.current) setPressed(next as WayToWrite)
          }}
          data={offered.map((one) => ({ value: one, label: labels[one] }))}
        />
      )}
      {way === 'comment' || !known ? (
        <NewComment definitionKey={definition.key} rowId={row.id} />
      ) : way === 'call' ? (
        <CallForm
          definitionKey={definition.key}
          rowId={row.id}
          numbers={reached}
          number={known.value}
          onNumber={(next) => change({ to: next })}
          onDone={() => open('comment')}
        />
      ) : (
        <WriteMessage
          key={`${way} ${known.value}`}
          medium={way}
          definitionKey={definition.key}
          rowId={row.id}
          addresses={reached}
          to={known.value}
          onTo={(next) => change({ to: next })}
        />
      )}
    </div>
  )
}

function focusField(box: HTMLElement): void {
  const field =
    box.querySelector<HTMLElement>('form textarea') ?? box.querySelector<HTMLElement>('form input')
  field?.focus()
}

/** Whom a way of writing reaches. */
const addressesFor = (way: WayToWrite, addresses: readonly Address[]): Address[] =>
  addresses.filter(({ type }) => way !== 'comment' && type === (way === 'email' ? way : 'phone'))

function NewComment({ definitionKey: key, rowId }: { definitionKey: string; rowId: string }) {
  const draft = `comment ${rowId}`
  const { draftOf, keepDraft, sendOnce } = useDrafts()
  const write = useChange('definitions.createComment', { shown: true, outdates: commentQueries })
  return (
    <CommentForm
      key={rowId}
      verb="Comment"
      begun={draftOf(draft).words.text}
      saving={write}
      onType={(text) => keepDraft(draft, { words: { text }, subject: '' })}
      onWrite={async (body) => {
        await sendOnce(draft, write.mutateAsync, { params: { key, rowId }, body })
      }}
    />
  )
}
