import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'

type Look = { text: string; tone: BadgeTone; glyph: string }

export const looks: Record<WithdrawalStatus, Look> = {
  Unconfirmed: { text: 'Waiting for your code', tone: 'info', glyph: 'glyph glyph--blue' },
  Pending: { text: 'Pending', tone: 'caution', glyph: 'glyph glyph--gold' },
  Approved: { text: 'Approved', tone: 'info', glyph: 'glyph glyph--blue' },
  Paid: { text: 'Paid', tone: 'success', glyph: 'glyph' },
  Declined: { text: 'Declined', tone: 'error', glyph: 'glyph glyph--pink' },
  Cancelled: { text: 'Cancelled', tone: 'neutral', glyph: 'glyph glyph--mute' },
}

export function WithdrawalBadge({ status }: { status: WithdrawalStatus }) {
  const { text, tone } = looks[status]
  return <Badge tone={tone}>{text}</Badge>
}
