import { randomUUID } from 'node:crypto'
import { dateIn } from '#domain/calendar/calendar.ts'
import { disputeSteps, type DisputeStatus } from '#domain/disputes.ts'
import { disputedOfPayment, disputeEntry, disputeLostEntry, disputeWonEntry } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import {
  findDispute,
  findStillOwed,
  insertDispute,
  reopenRequest,
  setDisputeDetails,
  setDisputeStatus,
  type DisputeRow,
} from './disputes.store.ts'
import { askAgain, putBack, takeBack } from '../charges/charges.ts'
import type { PaymentRow, PaymentKey } from './payments.reads.ts'
import { decisionNotice, disputeNotice, returnNotice } from './receipt.ts'
import { change, changeBy, familyShare, returnedAmount, nothingMoved, type Change } from './returns.ts'
import { readEntry } from './returns.store.ts'
import type { ProviderDispute } from '../../platform/providers/stripe/returns.ts'
import type { PaymentDeps } from './settle.ts'

/** The time for which a reopened request can be paid: as long as a new one. */
const requestLifeMs = 90 * 24 * 60 * 60_000

type Step = { tx: Transaction; payment: PaymentRow; dispute: Omit<DisputeRow, 'status'>; now: Date }

/** Records a dispute and each step of it once. The family is notified of the last step. */
export async function recordDispute(
  deps: PaymentDeps,
  key: PaymentKey,
  reported: ProviderDispute,
): Promise<void> {
  await change(deps, key, async (tx, payment, now) => {
    const known = await findDispute(tx, reported.id)
    const steps = disputeSteps(known?.status, reported.status)
    const status = steps.at(-1)
    if (!status) {
      if (known) await setDisputeDetails(tx, payment, { ...reported, id: known.id, now })
      return []
    }
    const amount = known?.amount ?? reported.amount
    const ofPayment =
      known?.status === 'Open' ? known.ofPayment : disputedOfPayment(payment, returnedAmount(payment), amount)
    const dispute = { id: known?.id ?? randomUUID(), amount, ofPayment, status, now }
    if (known) await setDisputeStatus(tx, payment, dispute)
    else await insertDispute(tx, payment, { ...dispute, providerDisputeId: reported.id })
    await setDisputeDetails(tx, payment, { ...reported, id: dispute.id, now })
    const changes: Change[] = []
    for (const step of steps) {
      const recorded = await recorders[step]({ tx, payment, dispute, now }, { isDecided: steps.length > 1 })
      // A payment that was refunded in full has nothing to lose, and the family nothing to read.
      changes.push(ofPayment > 0 ? recorded : { ...recorded, message: null })
    }
    return changes
  })
}

type Recorder = (step: Step, { isDecided }: { isDecided: boolean }) => Promise<Change>

const recorders: Record<DisputeStatus, Recorder> = {
  async Inquiry({ payment, dispute, now }) {
    const message = disputeNotice(payment, dispute.ofPayment, {
      openedOn: dateIn(payment.region, now),
      isInquiry: true,
    })
    return { ...nothingMoved(payment), causeId: dispute.id, message, action: 'DisputeInquiryOpened' }
  },

  async InquiryClosed({ payment, dispute }) {
    const message = decisionNotice(payment, dispute.ofPayment, {
      outcome: 'Dropped',
      owing: cents(0),
      dueOn: null,
    })
    return { ...nothingMoved(payment), causeId: dispute.id, message, action: 'DisputeInquiryClosed' }
  },

  /** Nothing is told of a dispute that is decided already, except its outcome. */
  async Open({ tx, payment, dispute, now }, { isDecided }) {
    const entry = disputeEntry(payment, returnedAmount(payment), dispute.amount, { isDecided })
    const share = cents(0 - familyShare(entry))
    await takeBack(tx, { payment, causeId: dispute.id, now }, { share, outcome: null })
    const openedOn = dateIn(payment.region, now)
    return {
      ...changeBy(payment, { disputed: dispute.ofPayment }),
      entry,
      causeId: dispute.id,
      message: isDecided ? null : disputeNotice(payment, dispute.ofPayment, { openedOn, isInquiry: false }),
      action: 'PaymentDisputed',
    }
  },

  async Won({ tx, payment, dispute, now }) {
    const entry = disputeWonEntry(await readEntry(tx, payment, dispute.id, 'Dispute'))
    const share = cents(familyShare(entry))
    await putBack(tx, { payment, causeId: dispute.id, now }, { share })
    return {
      ...changeBy(payment, { disputed: 0 - dispute.ofPayment }),
      entry,
      causeId: dispute.id,
      message: decisionNotice(payment, dispute.ofPayment, { outcome: 'Won', owing: cents(0), dueOn: null }),
      action: 'DisputeWon',
    }
  },

  async Lost({ tx, payment, dispute, now }, { isDecided }) {
    const entry = disputeLostEntry(dispute, payment.region)
    await askAgain(tx, { payment, causeId: dispute.id, now })
    await reopenRequest(tx, payment, new Date(now.getTime() + requestLifeMs))
    const owed = await findStillOwed(tx, payment, dispute.id)
    return {
      ...nothingMoved(payment),
      // What was opened in the same step has made it disputed.
      ...(dispute.ofPayment > 0 && { status: 'Disputed' }),
      entry,
      causeId: dispute.id,
      message: isDecided
        ? returnNotice(payment, dispute.ofPayment, owed)
        : decisionNotice(payment, dispute.ofPayment, { ...owed, outcome: 'Lost' }),
      action: 'DisputeLost',
    }
  },
}
