import type { ComponentType } from 'react'
import type { StaffFamily } from '#contract/staff-family.ts'
import { ActivityTab } from './activity-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import type { TabName } from './family-tabs.ts'
import { LedgerTab } from './ledger-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { PlanTab } from './plan-tab.tsx'

export const tabPages: Record<TabName, ComponentType<{ family: StaffFamily }>> = {
  Money: LedgerTab,
  Plan: PlanTab,
  Payments: PaymentsTab,
  Documents: DocumentsTab,
  Messages: MessagesTab,
  Activity: ActivityTab,
  Notes: NotesTab,
}
