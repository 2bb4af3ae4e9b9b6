export const exitCodes = { refused: 1, usage: 2, noConnection: 3 } as const

/** Ends a command: what is wrong, what to do next, and how scripts learn of it. */
export class OpsFailure extends Error {
  readonly kind: keyof typeof exitCodes
  readonly advice: string | undefined

  constructor(kind: keyof typeof exitCodes, message: string, advice?: string) {
    super(message)
    this.name = 'OpsFailure'
    this.kind = kind
    this.advice = advice
  }
}
