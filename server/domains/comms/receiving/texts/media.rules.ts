import type { OpenChannel } from '../../channels/provider.ts'

// The provider says where a text's files are; they are fetched only from the provider itself.

const OWN = /(?:^|\.)twilio\.com$/
/** Where the provider stores files. It redirects there, to addresses that expire. */
const KEPT = /(?:^|\.)twiliocdn\.com$/

/** How a file can be fetched: with the channel's credentials, without, or not at all. */
export function trustIn(
  url: URL,
  { settings: { baseUrl } }: Pick<OpenChannel, 'settings'>,
): 'signed in' | 'plain' | 'none' {
  if (url.username !== '' || url.password !== '') return 'none'
  const base = baseUrl === undefined ? undefined : URL.parse(baseUrl)
  if (base?.origin === url.origin) return 'signed in'
  if (!isPublic(url)) return 'none'
  // A channel with another base URL has credentials for that service, which must not go to Twilio.
  if (OWN.test(url.hostname)) return !base || isTwilios(base) ? 'signed in' : 'plain'
  return KEPT.test(url.hostname) ? 'plain' : 'none'
}

const isPublic = ({ protocol, port }: URL): boolean => protocol === 'https:' && port === ''
const isTwilios = (url: URL): boolean => isPublic(url) && OWN.test(url.hostname)

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/amr': 'amr',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/plain': 'txt',
}

/** The name of a file without one: its type, and its position among the text's files. */
export const mediaName = (type: string, nth: number): string =>
  `media-${nth}${Object.hasOwn(endings, type) ? `.${endings[type]}` : ''}`

const LEAST_MS = 30_000
const MOST_MS = 3_600_000
const GIVEN_UP_MS = 86_400_000

/** How long to wait before the next try, by the age of the text; null means never. */
export const againAfter = (ageMs: number): number | null =>
  ageMs >= GIVEN_UP_MS ? null : Math.min(Math.max(ageMs / 2, LEAST_MS), MOST_MS)
