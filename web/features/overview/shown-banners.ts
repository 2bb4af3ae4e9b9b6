import type { AccountConfig } from '#contract/accounts.ts'
import type { ActivePlan } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import type { PlanMessage } from './plan-message.ts'

/** In the order in which they stand. */
const banners = ['plan-error', 'setup', 'switch', 'plan-message', 'temporary-plan'] as const
export type BannerName = (typeof banners)[number]

/** More would push the next payment out of sight. */
const most = 2

type BannerFacts = {
  config: Pick<AccountConfig, 'canEditOrAddAccountPlan' | 'productChange'>
  setupStatus: AccountSetupStatus | undefined
  message: PlanMessage | null
  activePlan: Pick<ActivePlan, 'currentTailoredPlanType'> | null
}

/**
 * What a customer must know or do always shows. What is merely nice to hear, a message about the plan or the notice
 * of the frame, shows where there is room for it.
 */
export function shownBanners(facts: BannerFacts): { shown: BannerName[]; hasRoomForNotice: boolean } {
  const due = banners.filter((name) => isDue[name](facts))
  const shown = due.length > most ? due.filter((name) => name !== 'plan-message') : due
  return { shown, hasRoomForNotice: shown.length < most }
}

const isDue: Record<BannerName, (facts: BannerFacts) => boolean> = {
  'plan-error': ({ config }) => !config.canEditOrAddAccountPlan,
  setup: ({ setupStatus }) => setupStatus !== undefined && setupStatus !== 'NoFurtherSteps',
  switch: ({ config }) => hasSwitchBanner(config.productChange),
  'plan-message': ({ message }) => message !== null,
  'temporary-plan': ({ activePlan }) => Boolean(activePlan?.currentTailoredPlanType),
}

/** A finished switch is told of with its new rhythm, or not at all. */
function hasSwitchBanner(change: AccountConfig['productChange']): boolean {
  return change !== null && (change.status !== 'Completed' || change.frequency !== null)
}

/** A page has one main button. Where a banner asks for something, that is it. */
export function hasMainButton(shown: readonly BannerName[], { config, message }: BannerFacts): boolean {
  const change = config.productChange?.status
  return (
    (shown.includes('switch') && (change === 'VerifyYourDetails' || change === 'VerifyYourIdentity')) ||
    (shown.includes('plan-message') && message?.kind === 'Review')
  )
}
