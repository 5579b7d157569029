/** What is outdated once money was posted: the area's own answers, and what records tell of it. */
export const MONEY_MOVED = [['accounting'], ['definitions', 'getTimeline']]
