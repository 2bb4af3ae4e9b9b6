import { accountSetupTransitions } from '#domain/accounts.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { productChangeTransitions, type ProductChangeStatus } from '#domain/switch-account.ts'
import { checkTransition } from '#domain/transitions.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { ChangeDeps } from '../../platform/deps.ts'
import { workThrough, type WorkDeps } from '../../platform/jobs/work-through.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import {
  beginSetUpOf,
  claimCompletedBefore,
  completeProductChange,
  deleteProductChange,
  findRunningRhythm,
  insertProductChange,
  isIdentityInReview,
  lockProductChange,
  lockSwitchingAccount,
  type ClearedChange,
} from './product-change.store.ts'

type SwitchState = { productChangeStatus: ProductChangeStatus | null }

/** Invites an Australian Pay account to change to instalments; each is invited once. */
export async function inviteToSwitch(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
): Promise<SwitchState> {
  return deps.db.transaction(async (tx) => {
    const account = orNotFound(await lockSwitchingAccount(tx, accountId))
    const mayChange = account.region === 'AU' && account.productType === 'Pay' && account.status === 'Active'
    if (!mayChange || (await lockProductChange(tx, accountId))) throw new Refusal('not_possible')
    const now = deps.clock()
    const change = { from: account.productType, to: 'PayPlus' } as const
    await insertProductChange(tx, { accountId, ...change, staffId: actor.staff.staffId, at: now })
    await recordAction(tx, actor, { subjectId: accountId, action: 'SwitchInvited', at: now, details: change })
    await writeToMembers(tx, deps, accountId, (member) => ({
      kind: 'SwitchInvite',
      facts: {
        ...member,
        portalUrl: `${deps.config.portalOrigin}/switch-account`,
      },
    }))
    return { productChangeStatus: 'VerifyYourDetails' }
  })
}

/** Withdraws an invitation that the family has not answered: after the answer it cannot be undone. */
export async function withdrawSwitch(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
): Promise<SwitchState> {
  return deps.db.transaction(async (tx) => {
    if (!(await lockSwitchingAccount(tx, accountId))) throw new Refusal('not_found')
    const change = await lockProductChange(tx, accountId)
    if (change?.status !== 'VerifyYourDetails') throw new Refusal('not_possible')
    await deleteProductChange(tx, accountId)
    await recordAction(tx, actor, { subjectId: accountId, action: 'SwitchWithdrawn', at: deps.clock() })
    return { productChangeStatus: null }
  })
}

/**
 * Gives the account its new product and starts the set-up. The family is only asked for what is missing: for a payment
 * schedule, unless it has a plan with payments to come.
 */
export async function completeSwitch(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
): Promise<SwitchState> {
  return deps.db.transaction(async (tx) => {
    const account = orNotFound(await lockSwitchingAccount(tx, accountId))
    const change = await lockProductChange(tx, accountId)
    const isReady = account.status === 'Active' && change?.status === 'Processing'
    if (!isReady || (await isIdentityInReview(tx, accountId))) throw new Refusal('not_possible')
    const now = deps.clock()
    const frequency = (await findRunningRhythm(tx, accountId)) ?? null
    checkTransition('A product change', productChangeTransitions, change.status, 'Completed')
    await completeProductChange(tx, { accountId, frequency, at: now })
    if (account.setupStatus !== 'SetUpPaymentSchedule')
      checkTransition(
        'The set-up of an account',
        accountSetupTransitions,
        account.setupStatus,
        'SetUpPaymentSchedule',
      )
    await beginSetUpOf(tx, accountId, change.toProductType)
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'SwitchCompleted',
      at: now,
      details: { from: account.productType, to: change.toProductType },
    })
    await writeToMembers(tx, deps, accountId, (member) => ({
      kind: 'SwitchCompleted',
      facts: {
        ...member,
        frequency,
        portalUrl: `${deps.config.portalOrigin}/payment-schedule`,
      },
    }))
    if (frequency) await advanceSetup(tx, deps, accountId)
    return { productChangeStatus: 'Completed' }
  })
}

/** The time for which the portal shows that a change is done. */
const shownMs = 30 * 24 * 60 * 60_000
const atOnce = 200

/** Clears completed changes; the audit log keeps them. */
export async function clearSwitches(deps: WorkDeps): Promise<number> {
  const now = deps.clock()
  const time = new Date(now.getTime() - shownMs)
  return workThrough<ClearedChange>(deps, {
    name: 'clear-switches',
    itemOf: ({ accountId }) => ({ item: accountId, accountId }),
    atOnce,
    claim: (tx, turn) => claimCompletedBefore(tx, time, turn),
    process: async (tx, changes) => {
      for (const { accountId, from, to, frequency } of changes) {
        await deleteProductChange(tx, accountId)
        await recordAudit(tx, {
          subjectId: accountId,
          action: 'SwitchCleared',
          at: now,
          details: { from, to, ...(frequency && { frequency }) },
        })
      }
    },
  })
}
