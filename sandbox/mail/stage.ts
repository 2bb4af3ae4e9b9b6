import { setTimeout as pause } from 'node:timers/promises'
import type { SMTPServerSession } from 'smtp-server'
import type { Occasion } from '../faults/faults.ts'
import type { Surroundings } from '../provider.ts'

type Step = Omit<Occasion, 'provider'>
type Refusal = Error & { responseCode: number }

const sentences: Record<number, string> = {
  451: '4.3.0 Temporary failure, try again later',
  550: '5.1.1 The mailbox does not exist',
}

/**
 * One step of an SMTP conversation, under the fault rules. `carryOut` returns the reply code; the promise resolves to
 * what smtp-server expects: an error with a code, or nothing. It never settles for a step that hangs.
 */
export function createStage(
  { faults, requests, clock }: Surroundings,
  drop: (session: SMTPServerSession) => void,
) {
  return async (step: Step, session: SMTPServerSession, carryOut: () => Promise<number>) => {
    const at = clock.now()
    const started = performance.now()
    const fault = faults.take({ provider: 'smtp', ...step })
    const [name, argument] = fault?.action.split(':') ?? []
    const done = fault?.after ? await carryOut() : undefined
    if (name === 'delayMs') await pause(Number(argument), undefined, { ref: false })

    const isSilent = name === 'hang' || name === 'drop'
    const code = isSilent ? null : name === 'smtp' ? Number(argument) : (done ?? (await carryOut()))
    const isRefused = code !== null && code >= 400
    if (step.method === 'DATA' || isRefused || isSilent) {
      requests.record({
        at: at.toISOString(),
        provider: 'smtp',
        method: step.method,
        path: step.path,
        headers: {},
        body: step.method === 'DATA' ? `${step.sent.length} bytes` : '',
        status: code,
        reply: code === null ? '' : (sentences[code] ?? '2.0.0 Accepted'),
        ms: Math.round(performance.now() - started),
        ...(fault && { fault: fault.action }),
      })
    }
    if (name === 'drop') drop(session)
    if (isSilent) return new Promise<never>(() => {})
    return isRefused ? refusal(code) : undefined
  }
}

function refusal(code: number): Refusal {
  return Object.assign(new Error(sentences[code] ?? 'Refused'), { responseCode: code })
}
