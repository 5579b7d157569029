import '@mantine/tiptap/styles.css'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useRef } from 'react'

/** What somebody has written; the HTML is for email. */
export interface Words {
  text: string
  html?: string
}

interface Props {
  label: string
  start: Words
  /** Whether the caret is in the text from the start. */
  focused?: boolean
  onChange: (words: Words) => void
  /** Receives a function that inserts text at the caret. */
  onInserter?: (insert: (text: string) => void) => void
}

/** Text with the little formatting that emails need. A chunk of its own, loaded only to write email. */
export function RichText({ label, start, focused = false, onChange, onInserter }: Props) {
  const latest = useRef(onChange)
  latest.current = onChange
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false, codeBlock: false }), Link],
    content: start.html ?? paragraphs(start.text),
    autofocus: focused && 'end',
    injectNonce: document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '',
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      // Ctrl+Enter is for the form around it and writes nothing.
      handleKeyDown: (_view, event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey),
    },
    onCreate: ({ editor: now }) =>
      onInserter?.((text) => now.chain().focus().insertContent(text).run()),
    onUpdate: ({ editor: now }) =>
      latest.current({
        text: now.getText({ blockSeparator: '\n\n' }),
        html: now.getHTML(),
      }),
  })
  return (
    <RichTextEditor editor={editor}>
      <RichTextEditor.Content mih={90} mah={260} style={{ overflow: 'auto' }} />
      {/* Below the text, so that Tab goes from the subject into the text. */}
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
    </RichTextEditor>
  )
}

/** Plain text as the paragraphs of a document. */
const paragraphs = (text: string) => ({
  type: 'doc',
  content: text.split(/\n{2,}/).map((one) => ({
    type: 'paragraph',
    content: one
      .split('\n')
      .flatMap((line, n) => [
        ...(n > 0 ? [{ type: 'hardBreak' }] : []),
        ...(line ? [{ type: 'text', text: line }] : []),
      ]),
  })),
})
