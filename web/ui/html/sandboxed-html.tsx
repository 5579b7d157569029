import { useEffect, useRef, useState } from 'react'

interface Props {
  /** Sanitised by the service. No script could run in the frame anyway. */
  html: string
  title: string
  /** Styles in addition to the usual ones. */
  look?: string
  /** Dark text on light paper, or light text on whatever is behind the frame. */
  scheme?: 'light' | 'dark'
}

const usual = `body{margin:0;display:flow-root;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}`

/** Other people's HTML in a frame of its own: no scripts, no forms, and links open in a new tab. */
export function SandboxedHtml({ html, title, look = '', scheme = 'light' }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(80)
  // Same origin without scripts: the frame can do nothing, and its height can be read.
  // The height changes when a phone is turned, because the lines break elsewhere.
  useEffect(() => {
    const observer = new ResizeObserver(() => setHeight(heightOf(frame.current)))
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><base target="_blank"><style nonce="${styleNonce()}">:root{color-scheme:${scheme}}@media print{:root{color-scheme:light}}${usual}${look}</style>${html}`}
      // A frame with the same scheme as its document shows what is behind it.
      style={{
        width: '100%',
        height,
        border: 0,
        background: scheme === 'light' ? 'white' : 'transparent',
        colorScheme: scheme,
      }}
      onLoad={() => setHeight(heightOf(frame.current))}
    />
  )
}

function heightOf(frame: HTMLIFrameElement | null): number {
  const { body, documentElement: root } = frame?.contentDocument ?? {}
  if (!body || !root) return 80
  const isWide = root.scrollWidth > root.clientWidth
  return body.scrollHeight + (isWide ? 18 : 2) // room for a bar to scroll sideways, and for parts of a pixel
}

interface PageProps {
  /** A page that the app made itself. Its styles have the nonce of `styleNonce`. */
  html: string
  title: string
  /** The width of the screen that it is shown for, and how much room there is. */
  width: number
  room: number
  height: number
}

/** A whole page as on a screen of some width, made smaller if there is less room. Nothing in it runs or is sent. */
export function SandboxedPage({ html, title, width, room, height }: PageProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const scale = Math.min(1, room / width)
  const keepPlace = () => {
    const page = frame.current?.contentWindow
    page?.scrollTo(0, scrolled.current)
    page?.addEventListener('scroll', () => {
      scrolled.current = page.scrollY
    })
  }
  return (
    <div style={{ height, width: width * scale, marginInline: 'auto' }}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        srcDoc={html}
        onLoad={keepPlace}
        style={{
          display: 'block',
          width,
          height: height / scale,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
      />
    </div>
  )
}

/** What styles in a frame are allowed by, as they are in the app. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
