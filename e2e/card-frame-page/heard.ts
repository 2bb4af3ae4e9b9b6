/** What the page was told by the card form, kept for the tests to read. */
export type Heard = { tokens: string[]; valid: boolean[]; renewals: string[] }
