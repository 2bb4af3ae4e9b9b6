import type { StaffFamily } from '#contract/staff-family.ts'

type Tab = { name: string; path: string; count?: keyof StaffFamily['counts'] }

/** What there is to read about a family, in the order of the keys 1 to 7. */
export const tabs = [
  { name: 'Money', path: '' },
  { name: 'Plan', path: 'plan', count: 'versions' },
  { name: 'Payments', path: 'payments', count: 'payments' },
  { name: 'Documents', path: 'documents', count: 'documents' },
  { name: 'Messages', path: 'messages', count: 'messages' },
  { name: 'Activity', path: 'activity' },
  { name: 'Notes', path: 'notes', count: 'notes' },
] as const satisfies readonly Tab[] as readonly (Tab & { name: TabName })[]

export type TabName = 'Money' | 'Plan' | 'Payments' | 'Documents' | 'Messages' | 'Activity' | 'Notes'
