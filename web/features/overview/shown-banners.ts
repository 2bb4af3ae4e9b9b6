import type { AccountConfig } from '#contract/accounts.ts'
import type { ActivePlan, Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import type { ProblemKind } from '#domain/problems.ts'
import { isArranged } from './is-arranged.ts'
import type { PlanMessage } from './plan-message.ts'

/** In display order. */
const banners = ['plan-error', 'setup', 'no-method', 'switch', 'plan-message', 'temporary-plan'] as const
export type BannerName = (typeof banners)[number]

/** More would push the next payment off the screen. */
const most = 2

type BannerFacts = {
  config: Pick<AccountConfig, 'canEditOrAddAccountPlan' | 'productChange'>
  setupStatus: AccountSetupStatus | undefined
  message: PlanMessage | null
  activePlan: Pick<ActivePlan, 'currentTailoredPlanType'> | null
  nextRepayment: Pick<NonNullable<Overview['nextRepayment']>, 'source'> | null
  problems: readonly { kind: ProblemKind }[]
}

/**
 * Anything a customer must know or do always shows. Optional messages, about the plan or from the frame, show where
 * there is room.
 */
export function shownBanners(facts: BannerFacts): { shown: BannerName[]; hasRoomForNotice: boolean } {
  const due = banners.filter((name) => isDue[name](facts))
  const above = facts.problems.length > 0 ? 1 : 0
  const isOptional = facts.message === null || !isNeeded[facts.message.kind]
  const shown = due.length + above > most && isOptional ? due.filter((name) => name !== 'plan-message') : due
  return { shown, hasRoomForNotice: shown.length + above < most }
}

const isDue: Record<BannerName, (facts: BannerFacts) => boolean> = {
  'plan-error': ({ config }) => !config.canEditOrAddAccountPlan,
  setup: ({ setupStatus }) => setupStatus !== undefined && setupStatus !== 'NoFurtherSteps',
  // A set-up, or the message about a plan, asks for the payment method itself.
  'no-method': ({ nextRepayment, setupStatus, message }) =>
    hasNoMethod(nextRepayment) &&
    setupStatus !== 'AddPaymentMethod' &&
    !(message !== null && isNeeded[message.kind]),
  switch: ({ config }) => hasSwitchBanner(config.productChange),
  'plan-message': ({ message, problems, nextRepayment }) =>
    message !== null &&
    !(isCheerful[message.kind] && (hasNoMethod(nextRepayment) || problems.some(({ kind }) => !isCalm(kind)))),
  // An arrangement has a card of its own.
  'temporary-plan': ({ activePlan }) =>
    Boolean(activePlan?.currentTailoredPlanType) && !isArranged(activePlan),
}

/** Nobody who has something to do reads that there is nothing more to do. */
const isCheerful: Record<PlanMessage['kind'], boolean> = {
  NotStarted: false,
  NeedsMethod: false,
  AllSet: false,
  Review: false,
  Graduation: true,
  Complete: true,
  Started: true,
}

/** Without an answer to these nothing is paid. */
const isNeeded: Record<PlanMessage['kind'], boolean> = {
  NotStarted: true,
  NeedsMethod: true,
  AllSet: false,
  Review: false,
  Graduation: false,
  Complete: false,
  Started: false,
}

const hasNoMethod = (next: BannerFacts['nextRepayment']) => next !== null && next.source === null
const isCalm = (kind: ProblemKind) => kind === 'PlanUnderReview' || kind === 'DiscountDeclared'

/** A finished switch is shown with its new rhythm or not at all. */
function hasSwitchBanner(change: AccountConfig['productChange']): boolean {
  return change !== null && (change.status !== 'Completed' || change.frequency !== null)
}

/** A page has one main button. If a banner needs action, it is the banner's. */
export function hasMainButton(shown: readonly BannerName[], { config, message }: BannerFacts): boolean {
  const change = config.productChange?.status
  return (
    (shown.includes('switch') && (change === 'VerifyYourDetails' || change === 'VerifyYourIdentity')) ||
    (shown.includes('plan-message') &&
      (message?.kind === 'Review' || message?.kind === 'NotStarted' || message?.kind === 'NeedsMethod'))
  )
}
