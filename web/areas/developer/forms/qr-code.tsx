import { Anchor, Stack } from '@mantine/core'
import { encode } from 'uqr'
import classes from './forms.module.css'

/** Free space around the code, in modules, which readers need. */
const MARGIN = 4

/** A QR code of an address, and the same as a file. It is dark on white in dark mode too: some readers take no other. */
export function QrCode({ of: text, name }: { of: string; name: string }) {
  const { path, size } = drawn(text)
  return (
    <Stack gap={4} align="center">
      <svg
        className={classes.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code of ${name}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="white" />
        <path d={path} fill="black" />
      </svg>
      <Anchor
        size="sm"
        href={`data:image/svg+xml,${encodeURIComponent(fileOf(path, size))}`}
        download={`${name}.svg`}
      >
        Download QR code
      </Anchor>
    </Stack>
  )
}

const fileOf = (path: string, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${path}" fill="black"/></svg>`

/** The dark modules, row by row, as one path. */
function drawn(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { path, size }
}
