// The words that dates are read by, in lower case.

export const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
export const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')
export const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
