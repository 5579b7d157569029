import classes from './panel.module.css'

/** An input that looks like plain text until somebody points at it. */
export const quiet = { size: 'sm', classNames: { input: classes.input! } } as const
