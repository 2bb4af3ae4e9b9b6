/** Text messages first: a code cannot wait, a letter can. */
export const channels = ['sms', 'email'] as const
export type Channel = (typeof channels)[number]
