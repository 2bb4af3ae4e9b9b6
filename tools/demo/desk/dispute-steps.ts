import type { Deps } from '#server/platform/deps.ts'
import type { Region } from '#domain/region.ts'
import { sql } from '#server/platform/database/sql.ts'
import { refreshDisputes } from '#server/books/payments/refresh.ts'
import { idOf } from '../ids.ts'
import { staffId } from '../staff.ts'
import type { DeskSteps } from './desk-steps.ts'

/** The last card payment that the sandbox's provider knows; a payer there says that they do not know it. */
async function disputePayment(deps: Deps): Promise<void> {
  const { stripeApi } = deps.config
  const payment = await deps.db.first<{ intent: string; region: Region }>(sql`
    select payment.provider_payment_id as intent, account.region
    from payment join account on account.id = payment.account_id
    where payment.status = 'Succeeded' and payment.kind = 'Instalment' and payment.source_id is not null
      and payment.provider_payment_id is not null and payment.provider_payment_id not like 'pi_demo%'
      and account.region = 'UK'
    order by payment.paid_on desc, payment.id limit 1`)
  if (!stripeApi || !payment) return
  const { client } = deps.providers.stripe[payment.region]
  const charges = await client.charges.list({ payment_intent: payment.intent })
  const { protocol, host, port } = stripeApi
  await fetch(`${protocol}://${host}:${port}/_sandbox/api/stripe/dispute`, {
    method: 'POST',
    body: JSON.stringify({ charge: charges.data[0]?.id, reason: 'fraudulent' }),
  })
  await refreshDisputes(deps, payment.region, payment.intent)
}

const replies: [title: string, body: string][] = [
  [
    'Next payment',
    'Hi {first name}, your next payment is {next payment sum}. It is taken on {next payment day}.',
  ],
  [
    'What is overdue',
    'Hi {first name}, {overdue sum} is overdue since {overdue since}. The link to pay it is in your mail.',
  ],
  ['We are looking', 'Thank you, {first name}. We look into it and come back to you today.'],
  ['Change of mobile', 'For that we call you on the number that we have. When does it suit you?'],
]

/** Not something that waits, but what helps with what does. */
export async function addCannedReplies({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const [title, body] of replies) {
    await db.run(sql`
      insert into canned_reply (id, title, body, changed_by, changed_at)
      values (${idOf('canned reply', title)}, ${title}, ${body}, ${staffId('staff.support')}, ${clock()})
      on conflict do nothing`)
  }
}

export const disputeSteps: DeskSteps = [['Dispute', disputePayment]]
