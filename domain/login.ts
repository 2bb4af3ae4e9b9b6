/** The figures of log-in that the screen and the server must agree on. */
export const codeLength = 6
export const codeLifeMs = 5 * 60_000
export const codeTries = 5
export const linkLifeMs = 15 * 60_000
export const sentHelpDelayMs = 10_000
