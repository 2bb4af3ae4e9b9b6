import type { QueueItem } from '#contract/staff-queue.ts'
import type { QueueKind } from '#domain/staff-queue.ts'
import { BankIcon } from '../../ui/icon/bank.tsx'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { HeartIcon } from '../../ui/icon/heart.tsx'
import { HelpIcon } from '../../ui/icon/help.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { IdIcon } from '../../ui/icon/id.tsx'
import { RepeatIcon } from '../../ui/icon/repeat.tsx'
import { ScheduleIcon } from '../../ui/icon/schedule.tsx'
import { ShieldIcon } from '../../ui/icon/shield.tsx'
import { WarningIcon } from '../../ui/icon/warning.tsx'
import { WithdrawIcon } from '../../ui/icon/withdraw.tsx'
import { FlagIcon } from '../ui/icon/flag.tsx'
import { GearIcon } from '../ui/icon/gear.tsx'
import { PeopleIcon } from '../ui/icon/people.tsx'
import { depositPath } from '../foundation/deposit-path.ts'
import type { KindTint } from '../ui/kind/kind.tsx'

type Look = { icon: Icon; tint: KindTint }

const plan: Look = { icon: ScheduleIcon, tint: 'green' }
const failed: Look = { icon: WarningIcon, tint: 'pink' }
const unclear: Look = { icon: HelpIcon, tint: 'pink' }
const machine: Look = { icon: GearIcon, tint: 'plain' }

export const kindLooks: Record<QueueKind, Look> = {
  Plan: plan,
  Discount: plan,
  Skip: plan,
  FeeChange: plan,
  PartYear: plan,
  RenewalWithoutMethod: plan,
  StalledPlan: plan,
  PlanCredit: plan,
  Identity: { icon: IdIcon, tint: 'blue' },
  BankAccount: { icon: BankIcon, tint: 'iris' },
  Invoice: { icon: BillIcon, tint: 'gold' },
  Withdrawal: { icon: WithdrawIcon, tint: 'iris' },
  Switch: { icon: RepeatIcon, tint: 'green' },
  Deposit: { icon: HelpIcon, tint: 'gold' },
  Debit: failed,
  Arrears: failed,
  Payment: unclear,
  Refund: unclear,
  Dispute: { icon: FlagIcon, tint: 'pink' },
  Chat: { icon: ChatIcon, tint: 'blue' },
  ContactChange: { icon: ShieldIcon, tint: 'pink' },
  Care: { icon: HeartIcon, tint: 'green' },
  Approval: { icon: PeopleIcon, tint: 'iris' },
  Job: machine,
  Parked: machine,
}

type Page = NonNullable<QueueItem['opens']>['page']

const paths: Record<Page, (id: string | null) => string> = {
  review: (id) => `/reviews/${id}`,
  approval: (id) => `/approvals/${id}`,
  payment: (id) => `/payments/${id}`,
  chat: (id) => `/chat/${id}`,
  family: (id) => `/families/${id}`,
  plan: (id) => `/families/${id}/plan`,
  suspense: (id) => (id === null ? '/money' : depositPath(id)),
  payouts: () => '/money/payouts',
  jobs: () => '/admin/jobs',
}

/** Where an item is settled; null where there is no page for it. */
export const pathOf = ({ opens }: Pick<QueueItem, 'opens'>): string | null =>
  opens && paths[opens.page](opens.id)

export const keyOf = ({ kind, id }: Pick<QueueItem, 'kind' | 'id'>) => `${kind} ${id}`
