import Type from 'typebox'
import { closed } from './common.ts'
import { named } from './named.ts'

const MOST_OVERLAP_SECONDS = 86_400

/** The body of a request for a new secret, of a key or of an access token. */
export const Rotation = named(
  'KeyRotation',
  'How long the previous secret goes on working.',
  closed({
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_OVERLAP_SECONDS,
        description: 'The default is 0: the previous secret ends at once.',
      }),
    ),
  }),
)
