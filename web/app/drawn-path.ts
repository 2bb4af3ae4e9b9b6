/** The page that the build renders, so that it shows before any script has run. */
export const drawnPath = '/login'
