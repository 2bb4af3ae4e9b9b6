import type { OutboxLine } from '#contract/staff-company.ts'
import type { BadgeTone } from '../../../ui/badge/badge.tsx'

export const tones: Record<OutboxLine['status'], BadgeTone> = {
  Waiting: 'info',
  Sent: 'success',
  Expired: 'neutral',
  Refused: 'error',
}
