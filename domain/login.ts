/** The limits of codes and of the log-in that the portal and the server share. */
export const codeLength = 6
export const codeLifeMs = 5 * 60_000
export const codeTries = 5
/** The minimum time between two codes. */
export const codeGapMs = 30_000
/** The time before the end of a session at which it offers to continue. */
export const sessionWarningMs = 2 * 60_000
export const linkLifeMs = 15 * 60_000
export const sentHelpDelayMs = 10_000

const enoughLinks = 3
/** Leaves at least five minutes to use the newest link after the mailbox is opened. */
const freshLinkMs = 10 * 60_000

/**
 * Whether a mailbox has enough links that work, by how long ago they were asked for. Anybody can ask for a link for
 * anybody, so that mails are limited, but in such a way that there is always one that works.
 */
export function hasEnoughLinks(agesMs: readonly number[]): boolean {
  const usable = agesMs.filter((age) => age < linkLifeMs)
  return usable.length >= enoughLinks && Math.min(...usable) < freshLinkMs
}
