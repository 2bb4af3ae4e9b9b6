import type { RefusalCode } from '#domain/refusal.ts'

export const exitCodes = { refused: 1, usage: 2, noConnection: 3 } as const

/** Ends a command: what is wrong, what to do next, and how scripts learn of it. */
export class OpsFailure extends Error {
  readonly kind: keyof typeof exitCodes
  readonly advice: string | undefined
  /** Of what the server has refused. */
  readonly code: RefusalCode | undefined

  constructor(kind: keyof typeof exitCodes, message: string, advice?: string, code?: RefusalCode) {
    super(message)
    this.name = 'OpsFailure'
    this.kind = kind
    this.advice = advice
    this.code = code
  }
}
