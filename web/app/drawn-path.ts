/** The page that is drawn when the portal is built, so that it shows before any script has run. */
export const drawnPath = '/login'
