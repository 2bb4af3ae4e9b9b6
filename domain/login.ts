/** The limits of codes and of the log-in that the portal and the server share. */
export const codeLength = 6
export const codeLifeMs = 5 * 60_000
export const codeTries = 5
/** How soon another code may be requested. */
export const codeGapMs = 30_000
export const linkLifeMs = 15 * 60_000
export const sentHelpDelayMs = 10_000
