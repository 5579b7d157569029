/** What a comment that is written, changed or deleted outdates. */
export const commentQueries = [
  ['definitions', 'listComments'],
  ['definitions', 'getTimeline'],
]
