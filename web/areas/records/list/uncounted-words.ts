/** Why a list does not say how many rows it has. */
export const WHY_UNCOUNTED =
  'Counting these rows takes the service too long. Narrow the list to have it counted.'
