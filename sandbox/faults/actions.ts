/** What an action takes after its colon: nothing, a number, a word, or one of a list. */
type Argument = null | 'number' | 'word' | readonly string[]

/** The actions that a provider can really perform. */
export type Actions = Readonly<Record<string, Argument>>

/** What can go wrong with any provider that is reached over HTTP. */
export const httpActions = {
  delayMs: 'number',
  hang: null,
  drop: null,
  status: ['500', '503', '429', '401'],
  malformed: null,
} as const satisfies Actions

export function canPerform(actions: Actions, action: string): boolean {
  const [name = '', argument] = action.split(/:(.*)/s)
  if (!Object.hasOwn(actions, name)) return false
  const takes = actions[name]
  if (takes === null || takes === undefined) return argument === undefined
  if (argument === undefined) return false
  if (takes === 'number') return /^\d{1,6}$/.test(argument)
  if (takes === 'word') return /^\w+$/.test(argument)
  return takes.includes(argument)
}

/** The actions spelled out: `['delayMs:<number>', 'hang', 'status:500', …]`. */
export function spellOut(actions: Actions): string[] {
  return Object.entries(actions).flatMap(([name, takes]) => {
    if (takes === null) return [name]
    if (typeof takes === 'string') return [`${name}:<${takes}>`]
    return takes.map((argument) => `${name}:${argument}`)
  })
}
