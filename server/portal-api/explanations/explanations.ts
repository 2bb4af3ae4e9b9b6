import type { Explanation as WireExplanation } from '#contract/explanations.ts'
import { explainBalance } from '#domain/explanations/balance-explanations.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import type { ExplainedFigure, Explanation } from '#domain/explanations/explanations.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import { explainNextPayment } from '#domain/explanations/payment-explanations.ts'
import { collectionDays, nextPayment } from '#domain/plan/next-payment.ts'
import { explainPaid, explainRemaining, type PlanFacts } from '#domain/explanations/plan-explanations.ts'
import { orNotFound } from '#domain/refusal.ts'
import { productsPaidAhead } from '#domain/remittances.ts'
import { explainAvailable } from '#domain/explanations/withdrawal-explanations.ts'
import { listPaymentFacts, findDisplayedPlan } from '../../people/accounts/plans.reads.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { readFreeCredit } from '../../books/free-credit/free-credit.ts'
import { findBalance, findPlan, findProduct, listVersions } from './explanations.store.ts'

type ExplanationKey = { accountId: string; now: Date }

const explain: Record<ExplainedFigure, (db: Db, key: ExplanationKey) => Promise<Explanation | undefined>> = {
  async balance(db, { accountId }) {
    const facts = await findBalance(db, accountId)
    return facts && explainBalance(facts)
  },

  async 'paid-so-far'(db, key) {
    const plan = await displayedPlan(db, key)
    return plan && explainPaid(plan)
  },

  async remaining(db, key) {
    const plan = await displayedPlan(db, key)
    const [facts] = await listPaymentFacts(db, [key.accountId])
    if (!plan || !facts) return undefined
    return explainRemaining(plan, collectionDays({ ...facts, today: dateIn(facts.region, key.now) }))
  },

  async 'next-payment'(db, { accountId, now }) {
    const [facts] = await listPaymentFacts(db, [accountId])
    if (!facts) return undefined
    const today = dateIn(facts.region, now)
    const next = nextPayment(facts, today)
    if (!next) return undefined
    const plans: PlanFacts[] = []
    for (const planId of new Set(next.parts.map(({ plan }) => plan.id))) {
      const plan = await findPlan(db, { accountId, planId })
      if (plan) plans.push(plan)
    }
    const payment = nextPayment({ ...facts, plans }, today)
    const [first] = next.parts
    if (!payment || !first) return undefined
    const versions = await listVersions(db, { accountId, planId: first.plan.id })
    return explainNextPayment({
      region: facts.region,
      payment,
      versions: versions.map(({ savedAt, ...version }) => ({
        ...version,
        savedOn: dateIn(facts.region, savedAt),
      })),
    })
  },

  async 'available-to-withdraw'(db, { accountId, now }) {
    const account = await findProduct(db, accountId)
    if (!account) return undefined
    const credit = await readFreeCredit(db, { accountId, now })
    const isPaidAhead = productsPaidAhead.includes(account.productType)
    return explainAvailable({ ...credit, calendar: bankCalendarOf(account.region), isPaidAhead })
  },
}

/** Reads figures that must add up in one statement, and so as of one moment. */
export async function readExplanation(
  { db, clock }: BasicDeps,
  { accountId, figure }: { accountId: string; figure: ExplainedFigure },
): Promise<WireExplanation> {
  const explanation = orNotFound(await explain[figure](db, { accountId, now: clock() }))
  return toWire(explanation)
}

async function displayedPlan(db: Db, { accountId, now }: ExplanationKey): Promise<PlanFacts | undefined> {
  const displayed = await findDisplayedPlan(db, { accountId, now })
  return displayed && findPlan(db, { accountId, planId: displayed.id })
}

function toWire({ figure, amount, sentence, groups, change }: Explanation): WireExplanation {
  return {
    figure,
    amount: toDecimal(amount),
    sentence,
    groups: groups.map((group) => ({
      ...decimal(group),
      lines: group.lines.map(decimal),
      earlier: group.earlier && decimal(group.earlier),
    })),
    change: change && {
      before: toDecimal(change.before),
      by: toDecimal(change.by),
      because: change.because.map(decimal),
    },
  }
}

const decimal = <Part extends { amount: Cents }>(part: Part) => ({ ...part, amount: toDecimal(part.amount) })
