/** The value of an action after its colon: none, a number, a word, or one of a list. */
type Argument = null | 'number' | 'word' | readonly string[]

/** The actions a provider supports. */
export type Actions = Readonly<Record<string, Argument>>

/** The faults of any provider reached over HTTP. */
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

/** All actions as text: `['delayMs:<number>', 'hang', 'status:500', …]`. */
export function spellOut(actions: Actions): string[] {
  return Object.entries(actions).flatMap(([name, takes]) => {
    if (takes === null) return [name]
    if (typeof takes === 'string') return [`${name}:<${takes}>`]
    return takes.map((argument) => `${name}:${argument}`)
  })
}
