import type { Account } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { closeChat, openChat } from '../../support/chat.ts'
import { logOut } from '../../session/log-out.ts'
import { CardIcon } from '../../ui/icon/card.tsx'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { FeatureIcon } from '../../ui/icon/feature.tsx'
import { HomeIcon } from '../../ui/icon/home.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { LogoutIcon } from '../../ui/icon/logout.tsx'
import { ScheduleIcon } from '../../ui/icon/schedule.tsx'
import { StatementsIcon } from '../../ui/icon/statements.tsx'
import { TransactionsIcon } from '../../ui/icon/transactions.tsx'
import { UserIcon } from '../../ui/icon/user.tsx'
import { leave } from '../../ui/leave-warning/leaving.ts'
import type { OwnPath } from '../../features/accounts/own-paths.ts'
import type { NavigationItem } from './navigation.tsx'

type Circumstances = {
  path: string
  /** Undefined until the accounts have loaded. */
  account: Pick<Account, 'config'> | undefined
  setupStatus: AccountSetupStatus | undefined
  hidesStatements: boolean
  isImpersonated: boolean
  /** Toggles the panel that only staff see. */
  onFeature: (isOpen: boolean) => void
}

/** The navigation from top to bottom. */
export function mainItems(circumstances: Circumstances): NavigationItem[] {
  const { path, hidesStatements, isImpersonated, onFeature } = circumstances
  const config = circumstances.account?.config
  const mayPlan = schedulePermission(circumstances)
  return [
    linkTo(path, 'Overview', HomeIcon, '/'),
    linkTo(path, 'Transactions', TransactionsIcon, '/transactions'),
    {
      ...linkTo(path, 'Statements', StatementsIcon, '/statements'),
      isShown: config !== undefined && !hidesStatements && !config.isSetupIncomplete,
    },
    {
      ...linkTo(path, 'Payment schedule', ScheduleIcon, '/payment-schedule'),
      isShown: mayPlan === 'yes',
    },
    {
      ...linkTo(path, 'Payment methods', CardIcon, '/manage-payments'),
      // Waits for the item above it, which would push it down.
      isShown: mayPlan !== 'unknown' && config?.allowRepaymentSourceUpdates === true,
    },
    {
      label: 'Feature',
      icon: FeatureIcon,
      tag: 'Beta',
      isShown: isImpersonated,
      onChoose: () => {
        closeChat()
        onFeature(true)
      },
    },
  ]
}

export function actionItems({ path, onFeature }: Circumstances): NavigationItem[] {
  return [
    linkTo(path, 'Profile', UserIcon, '/profile'),
    {
      label: 'Support',
      icon: ChatIcon,
      onChoose: () => {
        onFeature(false)
        openChat()
      },
    },
    { label: 'Logout', icon: LogoutIcon, onChoose: () => leave(logOut) },
  ]
}

function schedulePermission({ account, setupStatus }: Circumstances): 'yes' | 'no' | 'unknown' {
  if (!account) return 'unknown'
  const { allowPaymentScheduleUpdates, shouldCheckAccountSetupStatus } = account.config
  if (allowPaymentScheduleUpdates || setupStatus === 'SetUpPaymentSchedule') return 'yes'
  return shouldCheckAccountSetupStatus && setupStatus === undefined ? 'unknown' : 'no'
}

/** A page without its own item belongs to the one that links to it. */
const owners: Partial<Record<OwnPath, OwnPath>> = {
  '/switch-account': '/',
  '/verify-identity': '/',
  '/pay-now': '/',
  '/payments/complete': '/manage-payments',
}

function linkTo(current: string, label: string, icon: Icon, path: OwnPath): NavigationItem {
  const isAt = (own: string) => current === own || (own !== '/' && current.startsWith(`${own}/`))
  const isActive = isAt(path) || Object.entries(owners).some(([own, owner]) => owner === path && isAt(own))
  return { label, icon, path, isActive }
}
