/** Whether PostgreSQL's programs say that the disk is full. They speak English, see `cleanEnvironment`. */
export const isFull = (output: string): boolean =>
  /No space left on device|Disk quota exceeded/.test(output)

export const noRoom = (directory: string): string =>
  `There is no room for the database in ${directory}: make room on that disk, or set DATA_DIR to a place on another one.`
