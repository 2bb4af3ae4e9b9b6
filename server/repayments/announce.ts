import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { announcedUpTo, collectedOn } from '#domain/repayments.ts'
import { surchargeOf, type SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { Deps } from '../deps.ts'
import type { Message } from '../messages/message.ts'
import { putAllInOutbox } from '../outbox/outbox.ts'
import { isUsable } from '../payment-methods/paying-source.ts'
import { claimAnnouncements, listSurchargeRates, planForToday, type Announced } from './repayments.store.ts'

const chunk = 1000

/** Announces to families the debits that are due soon. Returns how many. */
export async function announceDebits(deps: Deps, region: Region): Promise<number> {
  const today = dateIn(region, deps.clock())
  const rates = await listSurchargeRates(deps.db, region)
  let all = 0
  for (;;) {
    const count = await deps.db.transaction(async (tx) => {
      await planForToday(tx)
      const upTo = announcedUpTo(today, region)
      const announced = await claimAnnouncements(tx, { region, today, upTo, limit: chunk })
      const messages = announced.flatMap((each) => messageOf(each, { region, today, rates }) ?? [])
      await putAllInOutbox(tx, deps, messages)
      return announced.length
    })
    all += count
    if (count < chunk) return all
  }
}

type On = { region: Region; today: CalendarDate; rates: readonly SurchargeRate[] }

function messageOf(announced: Announced, { region, today, rates }: On): Message | undefined {
  const { payer, source, amount, collectOn, shortId, schoolName } = announced
  if (!payer) return undefined
  const about = { firstName: payer.firstName, region, shortId, schoolName, amount }
  const to = {
    recipient: payer.email,
    customerId: payer.id,
    accountId: announced.accountId,
    once: `upcoming:${announced.planId}:${announced.seq}`,
  }
  if (source?.type === 'CustomerDeposit') {
    if (!announced.bpay) return undefined
    return { ...to, kind: 'UpcomingDeposit', facts: { ...about, dueOn: collectOn, ...announced.bpay } }
  }
  // Where nothing can be debited there is nothing to announce: the due day brings a letter with the way to pay.
  if (!source || !isUsable(source, today)) return undefined
  const terms = { region, absorb: announced.absorb, on: collectOn, rates }
  return {
    ...to,
    kind: 'UpcomingDebit',
    facts: {
      ...about,
      collectOn: collectedOn(collectOn, today, region),
      frequency: announced.frequency,
      methodName: source.displayName,
      mandateReference: source.type === 'BankAccount' ? source.mandateReference : null,
      surcharge: surchargeOf(source, amount, terms).surcharge,
    },
  }
}
