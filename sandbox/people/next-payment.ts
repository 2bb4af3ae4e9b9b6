import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock/clock.ts'
import type { NextPayment, ReadDirectory } from './directory.ts'
import { HttpError } from './http-error.ts'

/** A busy machine takes its time: after a move, many families are told of many things. */
const patienceMs = 300_000
const lookMs = 1_000

/**
 * Moves the clock to the next payment of an account. Nothing is collected that was not announced some days before, so
 * the clock first stops on the day of the notice, until that has been sent.
 */
export async function moveToNextPayment(
  accountId: string,
  { readDirectory, clock, signal }: { readDirectory: ReadDirectory; clock: Clock; signal: AbortSignal },
): Promise<NextPayment> {
  const giveUpAt = performance.now() + patienceMs
  let next = await nextPaymentOf(readDirectory, accountId)
  if (next.noticeAt !== null) forward(clock, next.noticeAt)
  while (next.noticeAt !== null) {
    if (performance.now() > giveUpAt) {
      throw new HttpError(504, 'The family was not told of its payment in time. Is a switch for mail on?')
    }
    await sleep(lookMs, undefined, { signal })
    next = await nextPaymentOf(readDirectory, accountId)
  }
  forward(clock, next.at)
  return next
}

async function nextPaymentOf(readDirectory: ReadDirectory, accountId: string): Promise<NextPayment> {
  const { families } = await readDirectory()
  const account = families.flatMap(({ accounts }) => accounts).find(({ id }) => id === accountId)
  if (!account) throw new HttpError(404, `There is no account ${accountId}.`)
  if (!account.nextPayment) throw new HttpError(409, 'No payment of this account is to come.')
  return account.nextPayment
}

function forward(clock: Clock, moment: string): void {
  const at = new Date(moment)
  if (at > clock.now()) clock.moveTo(at)
}
