/** Text messages come first: a code cannot wait, but a letter can. */
export const channels = ['sms', 'email'] as const
export type Channel = (typeof channels)[number]
